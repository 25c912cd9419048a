import { PRIORITIES, type Priority, type Queue } from '@throughline/contracts/running'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { photoUrl } from '../org/org.public.ts'
import { membersWithUsernames, rolesNamed, teamsNamed } from './wire.queries.ts'

/** A person on the wire, before the schema brands the id. */
export interface PersonWire {
  id: string
  name: string
  photo: string | null
  username: string | null
}

export type People = ReadonlyMap<string, PersonWire>

/** People by id, each asked for once; those who left keep their name. */
export async function peopleOf({ db, tenantId }: ReadTx, ids: Iterable<string | null>): Promise<People> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const rows = wanted.length > 0 ? await membersWithUsernames(db, tenantId, wanted) : []
  return new Map(
    rows.map(({ id, name, photo, username }) => [id, { id, name, username, photo: photoUrl(tenantId, id, photo) }]),
  )
}

export const personOf = (people: People, id: string | null): PersonWire | null => (id && people.get(id)) || null

/** Teams and roles by id, for tasks that anybody of them may take. */
export async function queuesOf(
  { db, tenantId }: ReadTx,
  rows: readonly { team_id: string | null; role_id: string | null }[],
): Promise<(row: { team_id: string | null; role_id: string | null }) => Queue | null> {
  const teamIds = [...new Set(rows.flatMap(({ team_id }) => team_id ?? []))]
  const roleIds = [...new Set(rows.flatMap(({ role_id }) => role_id ?? []))]
  const teams = teamIds.length > 0 ? await teamsNamed(db, tenantId, teamIds) : []
  const roles = roleIds.length > 0 ? await rolesNamed(db, tenantId, roleIds) : []
  const names = new Map([...teams, ...roles].map(({ id, name }) => [id, name]))
  return ({ team_id, role_id }) => {
    if (team_id) return { kind: 'team', id: team_id, name: names.get(team_id) ?? '' }
    return role_id ? { kind: 'role', id: role_id, name: names.get(role_id) ?? '' } : null
  }
}

/** INV-12 */
export const instanceKey = ({ prefix, number }: { prefix: string; number: number }) => `${prefix}-${number}`

/** INV-12-4 */
export const taskKey = (instance: { prefix: string; number: number }, number: number) =>
  `${instanceKey(instance)}-${number}`

export const priorityOnWire = (stored: number): Priority => PRIORITIES[stored] ?? 'medium'
export const storedPriority = (priority: Priority): number => PRIORITIES.indexOf(priority)
