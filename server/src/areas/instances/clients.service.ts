/** Whom the work is for, by name. */
export { clientNamed } from './startable.queries.ts'
