export { photoUrl } from './member-wire.ts'
export { requireOwnOrganization } from './org.policy.ts'
