import { USER_STATUSES } from '@throughline/contracts/admin'
import { FEEDBACK_TYPES } from '@throughline/contracts/feedback'
import type pg from 'pg'
import { feedbackPart } from '../../src/areas/admin/feedback.service.ts'
import { organizationRows, organizationsNamed } from '../../src/areas/admin/organizations.queries.ts'
import { logRows } from '../../src/areas/admin/staff-log.queries.ts'
import { newestPeople, peopleByKey, placesOf } from '../../src/areas/admin/users.queries.ts'
import { subscriptionRows } from '../../src/areas/admin/waitlist.service.ts'
import { STAFF_LOG } from '../../src/core/audit/head-archive.ts'
import type { Db } from '../../src/core/db/bound-kysely.ts'
import { type Plan, planOf, readsTooMuch } from '../query-plan.ts'

export interface ConsoleSize {
  people: number
  organizations: number
  feedback: number
  /** Rows of the staff log; a tenth of them is about one organization, another has five. */
  log: number
}

/** A page and the row by which it is known that there are more. */
const LIMIT = 51
/** Rows that are read and not shown, as the few open messages among resolved ones. */
const IN_VAIN = 5
/** Of one person, however many there are: their places, and twice the organization and the member, each down an index. */
const PLACE_BUFFERS = 40
const DAYS = 15

/** Everybody in one organization; of four workspaces three are personal; as many addresses wait as there are messages. */
export async function putConsole(admin: pg.Client, { people, organizations, feedback, log }: ConsoleSize) {
  const rows: [string, unknown[]][] = [
    [
      `insert into people (username, email, name, auth_type, is_approved, is_internal, is_beta, is_developer)
       select 'u' || n, 'p' || n || '@example.test', 'Somebody', 'custom_individual', n % 40 > 0, n % 2000 = 0, n % 90 = 0,
         n % 100 = 0 from generate_series(1, $1::int) n`,
      [people],
    ],
    [
      `insert into tenants (kind, name) select case when n % 4 = 0 then 'organization' else 'personal' end, 'Firm ' || n
       from generate_series(1, $1::int) n`,
      [organizations * 4],
    ],
    [
      `insert into roles (tenant_id, name, display_name, rank, builtin)
       select id, 'member', 'Member', 3, true from tenants where kind = 'organization'`,
      [],
    ],
    [
      `insert into members (tenant_id, person_id, name, email, role_id, status)
       select r.tenant_id, p.id, 'Somebody', p.email, r.id, 'active'
       from (select id, email, row_number() over (order by id) as n from people) p
       join (select tenant_id, id, row_number() over (order by tenant_id) as n from roles) r on r.n = 1 + p.n % $1::int`,
      [organizations],
    ],
    [
      `insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind)
       select person_id, tenant_id, id, 'Firm', 'organization' from members`,
      [],
    ],
    [
      `insert into usage_days (tenant_id, day, people, started, ended, late, automations_done, automations_failed,
         automations_stopped, file_bytes, members)
       select id, current_date - d, d % 3, 1, 1, 0, 1, 0, 0, 1000, 10 from tenants, generate_series(1, $1::int) d
       where kind = 'organization'`,
      [DAYS],
    ],
    [
      `insert into subscriptions (tenant_id, plan, status) select id, 'trial', 'trial' from tenants where kind = 'organization'`,
      [],
    ],
    [
      `insert into feedback (tenant_id, person_id, feedback_type, feedback, resolved)
       select t.id, p.id, ($2::text[])[1 + n % 4], 'text', n % 100 > 0 from generate_series(1, $1::int) n,
         lateral (select id from tenants limit 1) t, lateral (select id from people limit 1) p`,
      [feedback, FEEDBACK_TYPES],
    ],
    [
      `insert into waitlist (email, type, removed_at)
       select 'p' || n || '@example.test', 'waitlist', case when n % 100 = 0 then now() end from generate_series(1, $1::int) n`,
      [feedback],
    ],
    [
      `insert into audit_log (tenant_id, seq, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device,
         prev_hash, hash)
       select $2, n, now() - ($1::int - n) * interval '1 second', p.id, 'organization.opened', 'organization',
         o.ids[case when n % 10 = 0 then 1 when n % ($1::int / 5) = 1 then 2 else 3 + n % 900 end], '{}', '', '', '', '', ''
       from generate_series(1, $1::int) n, (select id from people limit 1) p,
         (select array_agg(id order by id) as ids from (select id from tenants where kind = 'organization' order by id limit 1000) t) o`,
      [log, STAFF_LOG],
    ],
  ]
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  for (const [statement, values] of rows) await admin.query(statement, values)
  await admin.query('set session_replication_role = default')
  await admin.query(
    'analyze people, tenants, roles, members, person_tenants, usage_days, subscriptions, feedback, waitlist, audit_log',
  )
}

interface ConsoleList {
  name: string
  /** Of its own rows; what stands beside each is looked up by its key. */
  index: RegExp
  table: string
  /** Where a later page begins, as a statement; none: there is only a first page. */
  middle: string | undefined
  /** Whom the list is about, as a statement. */
  about?: string | undefined
  page: (db: Db, middle: Middle | undefined, about: string | undefined) => Promise<unknown>
}

interface Middle {
  id: string
  key: string
}

const PEOPLE = {
  all: ['true', /^people_(newest|pkey)$/],
  waiting: ['not is_approved', /^people_waiting$/],
  internal: ['is_internal', /^people_internal$/],
  beta: ['is_beta', /^people_beta$/],
  developer: ['is_developer', /^people_developer$/],
} as const

const middleOf = (table: string, where: string, id = 'id') =>
  `select ${id} as id, '' as key from ${table} where ${where} order by ${id} desc offset 10 limit 1`

const people: ConsoleList[] = USER_STATUSES.map((status) => ({
  name: `people: ${status}`,
  index: PEOPLE[status][1],
  table: 'people',
  middle: middleOf('people', PEOPLE[status][0]),
  page: (db, middle) => newestPeople(db, status, middle?.id, LIMIT),
}))

const KEYS = [
  ['email_key', 'email', 'p'],
  ['username_key', 'username', 'u'],
] as const

const peopleByPrefix: ConsoleList[] = USER_STATUSES.flatMap((status) =>
  KEYS.map(([by, name, prefix]) => ({
    name: `people: ${status}, by the beginning of their ${name}`,
    index: new RegExp(`^people_${status === 'all' ? '' : `${status}_`}${name}$`),
    table: 'people',
    middle: `select id, ${by} as key from people where ${by} >= '${prefix}' and ${PEOPLE[status][0]}
      order by ${by} offset 10 limit 1`,
    page: (db: Db, middle: Middle | undefined) =>
      peopleByKey(db, by, { status, prefix, after: middle?.key, limit: LIMIT }),
  })),
)

const organizations: ConsoleList[] = [
  {
    name: 'organizations',
    index: /^tenants_organizations$/,
    table: 'tenants',
    middle: middleOf('tenants', `kind = 'organization'`),
    page: (db, middle) => organizationRows(db, middle?.id, LIMIT),
  },
  {
    name: 'organizations by the beginning of their name',
    index: /^tenants_organization_names$/,
    table: 'tenants',
    middle: `select id, name_key as key from tenants where kind = 'organization' and name_key >= 'firm 1'
      order by name_key, id offset 100 limit 1`,
    page: (db, middle) => organizationsNamed(db, 'firm 1', middle, LIMIT),
  },
]

const feedback: ConsoleList[] = [undefined, ...FEEDBACK_TYPES].flatMap((type) =>
  [false, true].map((resolved) => ({
    name: `feedback: ${resolved ? 'resolved' : 'open'}${type === undefined ? '' : `, ${type}`}`,
    index: type === undefined ? /^feedback_(open|pkey)$/ : /^feedback_(types|open)$/,
    table: 'feedback',
    middle: middleOf('feedback', `resolved = ${resolved}`),
    page: (db: Db, middle: Middle | undefined) =>
      feedbackPart(db, { resolved, type, before: middle?.id, limit: LIMIT }),
  })),
)

const waitlist: ConsoleList = {
  name: 'waitlist',
  index: /^waitlist_pkey$/,
  table: 'waitlist',
  middle: middleOf('waitlist', 'removed_at is null', 'reg_id'),
  page: (db, middle) => subscriptionRows(db, middle?.id, LIMIT),
}

const log: ConsoleList[] = [undefined, 0, 1].map((nth) => ({
  name: `staff log${nth === undefined ? '' : nth === 0 ? ' about one organization that is often opened' : ' about another'}`,
  index: nth === undefined ? /audit_log_time|at_seq_idx/ : /audit_log_staff_about|entity_id_at/,
  table: 'audit_log',
  middle: `select at::text as id, '' as key from audit_log where tenant_id = '${STAFF_LOG}' order by at desc offset 100 limit 1`,
  about:
    nth === undefined
      ? undefined
      : `select id from tenants where kind = 'organization' order by id offset ${nth} limit 1`,
  page: (db, middle, about) => logRows(db, { about, before: middle?.id, limit: LIMIT }),
}))

export const CONSOLE_LISTS: readonly ConsoleList[] = [
  ...people,
  ...peopleByPrefix,
  ...organizations,
  ...feedback,
  waitlist,
  ...log,
]

export interface ConsoleReading {
  rows: number
  /** Of the list's own rows. */
  buffers: number
  /** With all that stands beside them. */
  allBuffers: number
  ms: number
  problems: string[]
}

function problemsOf({ index }: ConsoleList, plan: Plan): string[] {
  const problems: string[] = []
  if (plan.rows > LIMIT) problems.push(`${plan.rows} rows`)
  if (plan.removed > IN_VAIN) problems.push(`${plan.removed} rows read in vain`)
  if (!plan.indexes.some((name) => index.test(name))) problems.push(`read by ${plan.indexes.join() || 'no index'}`)
  for (const { relation, rows, buffers } of plan.accesses.filter(readsTooMuch))
    problems.push(`${buffers} buffers of ${relation} for ${rows} rows`)
  return problems
}

/** A first page and a later one, by the plans that serve all values. */
export async function readList(client: pg.Client, list: ConsoleList): Promise<ConsoleReading[]> {
  const found = list.middle === undefined ? undefined : (await client.query<Middle>(list.middle)).rows[0]
  const about = list.about === undefined ? undefined : (await client.query<{ id: string }>(list.about)).rows[0]?.id
  const readings: ConsoleReading[] = []
  for (const middle of found ? [undefined, found] : [undefined]) {
    const plan = await planOf(client, (db) => list.page(db, middle, about))
    const own = plan.accesses.find(({ relation }) => relation === list.table)
    readings.push({
      rows: plan.rows,
      buffers: own?.buffers ?? 0,
      allBuffers: plan.buffers,
      ms: plan.ms,
      problems: problemsOf(list, plan),
    })
  }
  return readings
}

/** Where the people of a page belong. */
export async function readPlaces(client: pg.Client): Promise<ConsoleReading> {
  const page = await client.query<{ id: string }>(
    `select id from people order by id desc offset 1000 limit ${LIMIT - 1}`,
  )
  const plan = await planOf(client, (db) =>
    placesOf(
      db,
      page.rows.map(({ id }) => id),
    ),
  )
  const most = PLACE_BUFFERS * page.rows.length
  const problems = plan.buffers > most ? [`${plan.buffers} buffers, at most ${most}`] : []
  return { rows: plan.rows, buffers: plan.buffers, allBuffers: plan.buffers, ms: plan.ms, problems }
}
