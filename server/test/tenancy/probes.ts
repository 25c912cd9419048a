import type pg from 'pg'
import { type Act, keptOut, OUR_SETTINGS } from './acting.ts'
import { keyHash } from './running-rows.ts'
import { CLOSED, EXPIRED_ROWS, HOST, JOINING, LEAVING, LEFTOVERS, OURS, THEIRS } from './samples.ts'

export interface Probe {
  name: string
  holds(act: Act): Promise<boolean>
}

/** A table with a tenant in it, as the catalogue and the samples know it. */
export interface TenantTable {
  name: string
  /** The column that says whose row it is. */
  owner: string
  /** Can be written by hand: neither generated nor an identity. */
  columns: string[]
  ours: number
  sample: pg.QueryResultRow
  readable: boolean
}

export const count = async (act: Act, role: string, settings: object, query: string) => {
  const outcome = await act(role, settings, query)
  return outcome.refused ? Number.NaN : outcome.rows.length
}

const insert = (table: TenantTable, tenant: string) => ({
  text: `insert into ${table.name} (${table.columns.join()}) select ${table.columns.join()}
    from jsonb_populate_record(null::${table.name}, $1::jsonb)`,
  values: [JSON.stringify({ ...table.sample, [table.owner]: tenant })],
})

/** For whoever works inside a tenant. */
export function tenantProbes(table: TenantTable, role: string): Probe[] {
  const { name, owner } = table
  const select = `select ${owner} from ${name}`
  const changes = [
    `update ${name} set ${owner} = ${owner} where ${owner} = '${THEIRS.tenant}'`,
    `delete from ${name} where ${owner} = '${THEIRS.tenant}'`,
  ]
  const seen: Probe[] = [
    {
      name: `${role} sees our rows of ${name} and no others`,
      holds: async (act) => {
        const outcome = await act(role, OUR_SETTINGS, select)
        return (
          !outcome.refused &&
          outcome.rows.length === table.ours &&
          outcome.rows.every((row) => row[owner] === OURS.tenant)
        )
      },
    },
    {
      name: `${role} sees nothing of ${name} while no tenant is set`,
      holds: async (act) => (await count(act, role, {}, select)) === 0,
    },
  ]
  return [
    ...(table.readable ? seen : []),
    {
      name: `${role} writes nothing of theirs into ${name}`,
      holds: async (act) => {
        const { text, values } = insert(table, THEIRS.tenant)
        return keptOut(await act(role, OUR_SETTINGS, text, values)) && keptOut(await act(role, {}, text, values))
      },
    },
    {
      name: `${role} hands no row of ${name} over to them`,
      holds: async (act) => {
        const outcome = await act(role, OUR_SETTINGS, `update ${name} set ${owner} = '${THEIRS.tenant}'`)
        return keptOut(outcome)
      },
    },
    {
      name: `${role} changes and deletes nothing of theirs in ${name}`,
      holds: async (act) => {
        for (const query of changes) {
          const outcome = await act(role, OUR_SETTINGS, query)
          if (!keptOut(outcome) && (outcome.refused || outcome.changed > 0)) return false
        }
        return true
      },
    },
  ]
}

/** The owner of the tables erases closed workspaces; of all others it sees nothing. */
export const erasureProbe = (name: string, owner = 'tenant_id'): Probe => ({
  name: `tl_owner sees the rows of a closed workspace in ${name} and no others`,
  holds: async (act) => {
    const outcome = await act('tl_owner', {}, `select ${owner} from ${name}`)
    return !outcome.refused && outcome.rows.length > 0 && outcome.rows.every((row) => row[owner] === CLOSED.tenant)
  },
})

type Expected = (row: pg.QueryResultRow) => boolean

export const asked = (
  name: string,
  role: string,
  settings: object,
  query: string,
  values: unknown[],
  expected: Expected,
): Probe => ({
  name,
  holds: async (act) => {
    const outcome = await act(role, settings, query, values)
    const row = outcome.refused ? undefined : outcome.rows[0]
    return row !== undefined && expected(row)
  },
})

export const answers = (name: string, role: string, query: string, values: unknown[], expected: Expected): Probe =>
  asked(name, role, {}, query, values, expected)

/** The same inside our tenant. */
export const answersUs = (name: string, query: string, values: unknown[], expected: Expected): Probe =>
  asked(name, 'tl_api', OUR_SETTINGS, query, values, expected)

const hash = (letter: string) => Buffer.from(`hash-${letter}`)

/** For the directory's door, whose rows belong to a person. */
export const PERSON_PROBES: Probe[] = ['tl_identity', 'tl_api'].flatMap((role) =>
  [
    ['people', 'id', 1],
    ['person_tenants', 'person_id', 1],
    ['sessions', 'person_id', 2],
  ].map(
    ([table, owner, rows]): Probe => ({
      name: `${role} sees the person's own rows of ${table}`,
      holds: async (act) => {
        const select = `select ${owner} from ${table}`
        return (
          (await count(act, role, { person: OURS.person }, `${select} where ${owner} = '${OURS.person}'`)) === rows &&
          (await count(act, role, { person: OURS.person }, select)) === rows &&
          (await count(act, role, {}, select)) === 0
        )
      },
    }),
  ),
)

export const FUNCTION_PROBES: Probe[] = [
  answers(
    'a session is found with all that belongs to it',
    'tl_identity',
    'select * from auth.session($1, $2)',
    [OURS.token, HOST],
    (row) => row['tenant_id'] === OURS.tenant && row['role_name'] === 'owner' && row['subscription_active'] === true,
  ),
  answers(
    'an account is found by its name',
    'tl_identity',
    'select * from auth.person_for_login($1)',
    [OURS.username],
    (row) => row['person_id'] === OURS.person,
  ),
  answers(
    'a session is opened and audited',
    'tl_identity',
    `select * from auth.open_session('\\x01', $1, $2, '', '', '', 60)`,
    [HOST, OURS.person],
    (row) => row['tenant_id'] === OURS.tenant,
  ),
  answers(
    'an invitation is read',
    'tl_identity',
    'select * from auth.check_verification($1)',
    [hash('a')],
    (row) => row['organization'] === 'a' && row['invited_by'] === OURS.username,
  ),
  answers(
    'an invitation is accepted, and whoever looks on is told',
    'tl_identity',
    'select auth.accept_invitation($1, $2, $3) as joined',
    [OURS.tenant, JOINING.member, JOINING.person],
    (row) => row['joined'] === true,
  ),
  answers(
    'a workspace is made, and its owner counted',
    'tl_identity',
    `select * from auth.create_workspace($1, 'personal', 'New', 'UTC', $2, 'individual', null)`,
    [OURS.person, JSON.stringify([{ name: 'owner', display_name: 'Owner', rank: 0 }])],
    (row) => row['tenant_id'] !== OURS.tenant,
  ),
  answers(
    'a name is copied to where teams are ordered by it',
    'tl_identity',
    'select auth.sync_person($1) as places',
    [OURS.person],
    (row) => row['places'] === 1,
  ),
  answers(
    'a nonce is spent',
    'tl_identity',
    'select auth.use_nonce($1) as used',
    [hash('a')],
    (row) => row['used'] === true,
  ),
  answers(
    'a second factor is found',
    'tl_identity',
    'select * from auth.second_factor($1)',
    [OURS.person],
    (row) => row['confirmed'] === true,
  ),
  answers(
    'a recovery code is spent',
    'tl_identity',
    'select auth.use_recovery_code($1, $2) as used',
    [OURS.person, hash('a')],
    (row) => row['used'] === true,
  ),
  answers(
    'a challenge is found',
    'tl_identity',
    'select * from auth.check_challenge($1, $2)',
    [hash('a'), HOST],
    (row) => row['person_id'] === OURS.person,
  ),
  answers(
    'an account that is due is erased with the keys of its workspace',
    'tl_identity',
    'select * from auth.erase_person($1, $2)',
    [LEAVING.person, LEAVING.at],
    (row) => row['keys'] === 1,
  ),
  answers(
    'what is past its time is swept',
    'tl_worker',
    'select auth.sweep(100) as gone',
    [],
    (row) => row['gone'] === EXPIRED_ROWS,
  ),
  answers(
    'given-up duties and feedback past their time are swept, of outbox_dead and feedback',
    'tl_worker',
    'select auth.sweep_leftovers(100) as gone',
    [],
    (row) => row['gone'] === LEFTOVERS,
  ),
  answers(
    'sign-ins that nobody connected with are swept, of oauth_grants',
    'tl_worker',
    'select auth.sweep_sign_ins(100) as gone',
    [],
    (row) => row['gone'] === 3,
  ),
  answers(
    'a key is found by its hash, of api_keys',
    'tl_identity',
    'select tenant_id from auth.api_key($1)',
    [keyHash('a')],
    (row) => row['tenant_id'] === OURS.tenant,
  ),
  answers(
    'calls of webhooks past their time are swept, of hook_deliveries and hook_forgeries',
    'tl_worker',
    'select auth.sweep_hooks(100) as gone',
    [],
    (row) => row['gone'] === 6,
  ),
  answers(
    'mails past their time are swept, of inbound_mails and mail_thanks',
    'tl_worker',
    'select auth.sweep_mails(100) as gone',
    [],
    (row) => row['gone'] === 6,
  ),
  answers(
    'old trash is found',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_with_old_trash(100)',
    [],
    (row) => row['n'] === 10,
  ),
  answers(
    'schedules that nobody heard of are found',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_with_overdue_schedules(100) where tenant_id in ($1, $2)',
    [OURS.tenant, THEIRS.tenant],
    (row) => row['n'] === 2,
  ),
  answers(
    'whose address mail comes to is found',
    'tl_worker',
    "select tenant_id from auth.mail_recipient('invoices-a')",
    [],
    (row) => row['tenant_id'] === OURS.tenant,
  ),
  answers(
    'refused sign-ins are taken out of refused_sign_ins and counted in sign_in_days',
    'tl_worker',
    'select auth.count_refused_sign_ins(now(), 1) as more',
    [],
    (row) => row['more'] === true,
  ),
  answers(
    'tenants with something to count are found, by events and roll_ups',
    'tl_worker',
    'select array_agg(tenant_id) as found from auth.tenants_to_roll_up(100) where tenant_id in ($1, $2)',
    [OURS.tenant, THEIRS.tenant],
    (row) => String(row['found']) === OURS.tenant,
  ),
  answers(
    'what the engine should have looked at is found',
    'tl_worker',
    'select count(*)::int as n from auth.take_overdue_instances(100)',
    [],
    (row) => row['n'] === 3,
  ),
  answers(
    'every open instance is marked after a restore',
    'tl_worker',
    'select auth.mark_restored(now())::int as n',
    [],
    (row) => row['n'] === 3,
  ),
  answersUs(
    'versions in our trash can be purged',
    'select auth.purge_workflow_versions($1) as gone',
    [OURS.binned],
    (row) => row['gone'] === 1,
  ),
  answersUs(
    'versions in their trash cannot be purged by us',
    'select auth.purge_workflow_versions($1) as gone',
    [THEIRS.binned],
    (row) => row['gone'] === 0,
  ),
  answersUs(
    'what is never changed of an instance in our trash can be purged',
    'select auth.purge_instance_record($1) as gone',
    [OURS.ended],
    (row) => row['gone'] === 2,
  ),
  answersUs(
    'what is never changed of an instance in their trash cannot be purged by us',
    'select auth.purge_instance_record($1) as gone',
    [THEIRS.ended],
    (row) => row['gone'] === 0,
  ),
  answersUs(
    'decisions about a document of an instance in our trash can be purged',
    'select auth.purge_document_decisions(array[$1::uuid]) as gone',
    [OURS.document],
    (row) => row['gone'] === 1,
  ),
  answersUs(
    'decisions about a document of theirs cannot be purged by us',
    'select auth.purge_document_decisions(array[$1::uuid]) as gone',
    [THEIRS.document],
    (row) => row['gone'] === 0,
  ),
  answers(
    'what lies in quarantine for a version or an upload is found to be needed',
    'tl_worker',
    'select count(*)::int as n from auth.held_objects($1) as key',
    [['a', 'b', 'waits-a', 'waits-b', 'mail-a', 'mail-b', 'nobody']],
    (row) => row['n'] === 6,
  ),
  answers(
    'heads that were not signed are found',
    'tl_worker',
    `select count(*)::int as n from auth.tenants_with_unsigned_heads('00000000-0000-0000-0000-000000000000', 100)`,
    [],
    (row) => row['n'] === 3,
  ),
  answers(
    'the use of a master key is noted once',
    'tl_worker',
    `select count(distinct auth.master_key_since('k'))::int as n from generate_series(1, 2)`,
    [],
    (row) => row['n'] === 1,
  ),
  answers(
    'everybody reads when work was lost',
    'tl_identity',
    'select count(*)::int as n from auth.last_restore()',
    [],
    (row) => row['n'] === 1,
  ),
  answers(
    'a published form is found',
    'tl_public',
    `select * from auth.tenant_of_public('form', $1)`,
    [OURS.address],
    (row) => row['tenant_id'] === OURS.tenant,
  ),
]
