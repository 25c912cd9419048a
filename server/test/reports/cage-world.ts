import type pg from 'pg'
import { connectAs } from '../connect.ts'
import type { TestDatabase } from '../database.ts'

/** Stands in every text and number that a report must not show: another tenant's, and what is hidden from the member. */
export const CANARY = 'CANARY'
/** Six digits that no division of small numbers repeats, as sevenths, ninths, and thirteenths do. */
export const CANARY_NUMBER = 918_273

const id = (tenant: number, kind: number, n = 0) =>
  `${String(tenant).repeat(8)}-${String(kind).padStart(4, '0')}-7000-8000-${String(n).padStart(12, '0')}`

export const OURS = { tenant: id(1, 1), member: id(1, 2, 1) }
const COLLEAGUE = id(1, 2, 2)
const THEIRS = { tenant: id(2, 1), member: id(2, 2, 1) }
export const WORKFLOWS = { open: id(1, 5, 1), team: id(1, 5, 2), hidden: id(1, 5, 3), theirs: id(2, 5, 4) }
export const FORMS = { open: id(1, 6, 1), hidden: id(1, 6, 2), theirs: id(2, 6, 3) }
/** What the member is bound with. */
export const HIDDEN = [WORKFLOWS.hidden, FORMS.hidden]

/** The work of one workflow; `people`: whom its instance is narrowed to. */
interface Work {
  n: number
  tenant: string
  member: string
  workflow: string
  form: string
  people?: string[]
  visible: boolean
}

const ours = { tenant: OURS.tenant, member: OURS.member }
const WORK: Work[] = [
  { n: 1, ...ours, workflow: WORKFLOWS.open, form: FORMS.open, visible: true },
  { n: 2, ...ours, workflow: WORKFLOWS.team, form: FORMS.open, visible: true },
  { n: 3, ...ours, workflow: WORKFLOWS.open, form: FORMS.open, people: [OURS.member], visible: true },
  { n: 4, ...ours, workflow: WORKFLOWS.hidden, form: FORMS.hidden, visible: false },
  { n: 5, ...ours, workflow: WORKFLOWS.open, form: FORMS.hidden, people: [COLLEAGUE], visible: false },
  { n: 6, ...THEIRS, workflow: WORKFLOWS.theirs, form: FORMS.theirs, visible: false },
  { n: 7, ...THEIRS, workflow: WORKFLOWS.theirs, form: FORMS.theirs, people: [THEIRS.member], visible: false },
]

type Rows = readonly (readonly [table: string, row: object])[]
const AT = '2026-03-02T09:00:00Z'

function peopleRows(tenant: string, mark: string, members: readonly string[]): Rows {
  const digit = Number(tenant[0])
  return [
    ['tenants', { id: tenant, kind: 'organization', name: mark, time_zone: 'Europe/Berlin' }],
    ['roles', { tenant_id: tenant, id: id(digit, 3), name: 'member', display_name: `${mark} role`, rank: 3 }],
    ['teams', { tenant_id: tenant, id: id(digit, 4), name: `${mark} team` }],
    ...members.map(
      (member, n) =>
        [
          'members',
          {
            tenant_id: tenant,
            id: member,
            name: `${mark} member ${n}`,
            email: `${mark}${n}@example.test`.toLowerCase(),
            role_id: id(digit, 3),
            primary_team_id: id(digit, 4),
            status: 'active',
            department: `${mark} department`,
            joined_at: AT,
          },
        ] as const,
    ),
  ]
}

function designRows(): Rows {
  const made = { created_at: AT }
  const workflow = (tenant_id: string, one: string, mark: string, visibility: string) =>
    [
      'workflows',
      {
        tenant_id,
        id: one,
        name: `${mark} workflow`,
        prefix: `${mark}${one.slice(-1)}`,
        description: mark,
        visibility,
        ...made,
      },
    ] as const
  const form = (tenant_id: string, one: string, mark: string) =>
    [
      'forms',
      { tenant_id, id: one, title: `${mark} form`, visibility: mark === 'Plain' ? 'everyone' : 'limited' },
    ] as const
  return [
    workflow(OURS.tenant, WORKFLOWS.open, 'Plain', 'everyone'),
    workflow(OURS.tenant, WORKFLOWS.team, 'Plain', 'limited'),
    workflow(OURS.tenant, WORKFLOWS.hidden, CANARY, 'limited'),
    workflow(THEIRS.tenant, WORKFLOWS.theirs, CANARY, 'everyone'),
    form(OURS.tenant, FORMS.open, 'Plain'),
    form(OURS.tenant, FORMS.hidden, CANARY),
    form(THEIRS.tenant, FORMS.theirs, CANARY),
  ]
}

/** What the rows of one work have in common; `idOf`: its own of each kind. */
function sharedBy({ n, tenant: tenant_id, member, workflow: workflow_id, form: form_id, people, visible }: Work) {
  const digit = Number(tenant_id[0])
  const idOf = (kind: number) => id(digit, kind, n)
  const mark = visible ? 'Plain' : CANARY
  const number = visible ? n : CANARY_NUMBER
  return {
    n,
    tenant_id,
    member,
    form_id,
    people: people ?? [],
    mark,
    number,
    idOf,
    team_id: id(digit, 4),
    task_id: idOf(11),
    of: { tenant_id, workflow_id, instance_id: idOf(10), narrowed: people !== undefined },
    ended: { created_at: AT, completed_at: '2026-03-04T18:30:00Z' },
    answers: JSON.stringify({ amount: number, note: `${mark} answer`, list: [mark, number] }),
    receipt: visible ? `AAAA-000${n}` : `CANARY-${n}`,
  }
}

type Shared = ReturnType<typeof sharedBy>

function instanceRows({ n, tenant_id, member, people, mark, number, idOf, of, ended }: Shared): Rows {
  const { workflow_id, instance_id, narrowed } = of
  const client_id = idOf(12)
  return [
    ['clients', { tenant_id, id: client_id, name: `${mark} client ${n}` }],
    [
      'instances',
      {
        tenant_id,
        id: instance_id,
        workflow_id,
        narrowed,
        client_id,
        name: `${mark} instance ${n}`,
        prefix: mark,
        number,
        status: 'completed',
        outcome: mark,
        started_by: member,
        tasks_total: number,
        tasks_done: number,
        started_at: AT,
        ...ended,
      },
    ],
    ...people.map((member_id) => ['instance_people', { tenant_id, instance_id, member_id }] as const),
  ]
}

const taskRow = ({ n, member, mark, number, team_id, of, ended }: Shared, task_id: string, item: number) =>
  [
    'tasks',
    {
      ...of,
      id: task_id,
      name: `${mark} task ${n}`,
      step: mark.toLowerCase(),
      item,
      task_type: 'approval',
      status: 'completed',
      outcome: mark,
      round: number,
      assigned_to: member,
      problem: mark,
      team_id,
      completed_by: member,
      ...ended,
    },
  ] as const

function taskRows(shared: Shared): Rows {
  const { n, tenant_id, member, mark, number, idOf, task_id, of, answers } = shared
  return [
    taskRow(shared, task_id, 0),
    taskRow(shared, idOf(13), 1),
    ['task_answers', { tenant_id, task_id, answers, answered_by: member, answered_at: AT }],
    [
      'decisions',
      { tenant_id, id: idOf(14), task_id, member_id: member, slot: 0, verdict: 'approve', comment: mark, at: AT },
    ],
    [
      'effects',
      {
        tenant_id,
        key: `${mark}-${n}`,
        instance_id: of.instance_id,
        step: mark,
        round: 0,
        tool_id: mark,
        state: 'done',
        attempts: number,
        problem: mark,
        created_at: AT,
        updated_at: AT,
      },
    ],
  ]
}

function documentRows({ n, tenant_id, member, form_id, mark, number, idOf, of }: Shared): Rows {
  const file = { size: number, media_type: 'text/plain', created_at: AT, updated_at: AT }
  const ofInstance = { ...of, id: idOf(15), name: `${mark}-${n}.pdf`, uploaded_by: member, ...file }
  // A file that came with a response and belongs to no instance is as visible as its form.
  const ofForm = { tenant_id, form_id, id: idOf(16), name: `${mark}-${n}.txt`, ...file }
  return [['documents', ofInstance], ...(n === 5 ? [] : [['documents', ofForm] as const])]
}

function submissionRow({ n, tenant_id, form_id, mark, number, idOf, answers, receipt }: Shared): Rows[number] {
  return [
    'form_submissions',
    {
      tenant_id,
      id: idOf(17),
      form_id,
      version: 1,
      idem_key: String(n),
      content_hash: Buffer.from(mark),
      receipt,
      answers,
      state: 'received',
      took_seconds: number,
      received_at: AT,
    },
  ]
}

function workRows(work: Work): Rows {
  const shared = sharedBy(work)
  return [...instanceRows(shared), ...taskRows(shared), ...documentRows(shared), submissionRow(shared)]
}

async function put(admin: pg.Client, [table, row]: Rows[number]) {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await admin.query(`insert into ${table} (${columns.join()}) values (${places.join()})`, Object.values(row))
}

/** Two tenants; `twin` has only what the member may see, so that a query that answers otherwise there has seen more. */
export const putCageWorld = (database: TestDatabase, { twin }: { twin: boolean }) =>
  database.admin(async (admin) => {
    await admin.query('set session_replication_role = replica')
    const mine = peopleRows(OURS.tenant, 'Plain', [OURS.member, COLLEAGUE])
    const theirs = peopleRows(THEIRS.tenant, CANARY, [THEIRS.member])
    const design = designRows().filter(([, row]) => !twin || !JSON.stringify(row).includes(CANARY))
    const rows = [...mine, ...(twin ? [] : theirs), ...design]
    for (const row of rows) await put(admin, row)
    for (const work of WORK) if (work.visible || !twin) for (const row of workRows(work)) await put(admin, row)
  })

/** A connection of tl_report, bound to our member as a run binds it. */
export async function connectBound(database: TestDatabase, member: string | null = OURS.member, hidden = HIDDEN) {
  const client = await connectAs('tl_report', database.name)
  const worker = await connectAs('tl_worker', database.name)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await worker.query(`begin; set local app.tenant = '${OURS.tenant}'`)
  const bound = await worker.query<{ bound: boolean }>('select auth.bind_report($1, $2, $3) as bound', [
    rows[0]?.pid,
    member,
    hidden,
  ])
  await worker.query('commit')
  await worker.end()
  if (!bound.rows[0]?.bound) throw new Error('the connection was not bound')
  return client
}

export interface Seen {
  rows: unknown[]
  /** PostgreSQL's code, where it said no. */
  code: string | undefined
  /** Everything that came back, in one text. */
  text: string
}

/** Sends any text by the simple protocol, which takes several statements at once and every kind of them. */
export async function send(client: pg.Client, statement: string): Promise<Seen> {
  const notices: unknown[] = []
  const note = (notice: unknown) => notices.push(notice)
  client.on('notice', note)
  try {
    const answer: unknown = await client.query(statement)
    const rows = (Array.isArray(answer) ? answer : [answer]).flatMap((one) => one.rows ?? [])
    return { rows, code: undefined, text: JSON.stringify([rows, notices]) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { rows: [], code, text: JSON.stringify([error, String(error), notices]) }
  } finally {
    client.off('notice', note)
  }
}

/** The same, and undoes what it did to the connection. */
export async function attempt(client: pg.Client, statement: string): Promise<Seen> {
  await client.query('begin')
  const seen = await send(client, statement)
  await client.query('rollback')
  await client.query('reset session authorization; reset all')
  return seen
}

const CANARIES = new RegExp([CANARY, CANARY_NUMBER, CANARY_NUMBER.toLocaleString('en-US')].join('|'), 'i')
/** Whether anything came back that must not. */
export const leaks = ({ text }: Seen): boolean => CANARIES.test(text)
