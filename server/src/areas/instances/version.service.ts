/** The version an instance is pinned to, for whoever reads its steps. */
export { type Version, versionOf } from './engine/version.ts'
