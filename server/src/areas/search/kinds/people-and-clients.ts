import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { isClientVisible } from '../../instances/instances.public.ts'
import { allowed } from '../filters.ts'
import { among, type Kind, type Look, type OtherRow, section } from './kind.ts'

const clientsOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  db
    .selectFrom('clients')
    .select(['id', 'name', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .execute()

export const clientKind: Kind = {
  name: 'client',
  letter: 'c',
  group: 'more',
  types: ['client'],
  permission: 'work.view',
  table: 'clients',
  alias: 'c',
  changed: 'created_at',
  read: async (tx, ids) =>
    (await clientsOf(tx, ids)).map(({ id, name, created_at }) => ({
      id,
      title: name,
      sections: [],
      changedAt: created_at,
    })),
  conditions: ({ tx, visible, filters }: Look) => {
    const filtered = allowed(filters, { client: (ids) => sql`c.id = any (${ids}::uuid[])` })
    return filtered && [isClientVisible(visible, tx.tenantId), ...filtered]
  },
  hits: async (tx, _viewer, ids) =>
    (await clientsOf(tx, ids)).map(
      ({ id, name, created_at }): OtherRow => ({
        kind: 'client',
        id,
        label: 'Client',
        name,
        context: '',
        path: `/all-instances?client=${id}`,
        updated_at: created_at.toISOString(),
      }),
    ),
}

const membersOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'username', 'email', 'department', 'updated_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .where('status', '<>', 'removed')
    .execute()

export const personKind: Kind = {
  name: 'member',
  letter: 'p',
  group: 'more',
  types: ['person'],
  permission: 'members.read',
  table: 'members',
  alias: 'm',
  changed: 'updated_at',
  read: async (tx, ids) =>
    (await membersOf(tx, ids)).map(({ id, name, username, email, department, updated_at }) => ({
      id,
      title: name,
      code: username ?? '',
      sections: [...section('detail', username), ...section('detail', email), ...section('detail', department)],
      changedAt: updated_at,
    })),
  conditions: ({ filters }: Look) => {
    const filtered = allowed(filters, { from: (ids) => sql`m.id = any (${ids}::uuid[])` })
    return filtered && [sql<boolean>`m.status <> 'removed'`, ...filtered]
  },
  hits: async (tx, _viewer, ids) =>
    (await membersOf(tx, ids)).map(
      ({ id, name, username, email, department, updated_at }): OtherRow => ({
        kind: 'person',
        id,
        label: 'Person',
        name,
        context: department || email,
        path: `/members?q=${encodeURIComponent(username ?? email)}`,
        updated_at: updated_at.toISOString(),
      }),
    ),
}
