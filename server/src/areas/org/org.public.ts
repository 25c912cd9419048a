/** What other areas may use of this one. */

export { beginAccessChange } from './access-change.queries.ts'
export { photoUrl } from './member-wire.ts'
export { lastOwner, requireOwnOrganization } from './org.policy.ts'
export { putIntoTeam, takeOutOfTeam } from './team-members.service.ts'
export { teamsPage } from './teams.service.ts'
