/** Whether work can be asked of a team, for whoever hands work to one. */
export { isTeamHere } from './engine/people.queries.ts'
