import { HookId, MailAddressId, ScheduleId, WorkflowId } from '@throughline/contracts/ids'
import type pg from 'pg'
import '../src/main/ports.ts'
import { findSameCall, hasSameCall, lastRefusal } from '../src/areas/starts/hooks/deliveries.queries.ts'
import { readDeliveries } from '../src/areas/starts/hooks/deliveries.service.ts'
import { readHook } from '../src/areas/starts/hooks/hooks.service.ts'
import { findByKey, floodOf, isFull } from '../src/areas/starts/mail/inbound-mails.queries.ts'
import { listAddresses, readAddress } from '../src/areas/starts/mail/mail-addresses.service.ts'
import { readMails } from '../src/areas/starts/mail/mails.service.ts'
import { stillRunning } from '../src/areas/starts/schedules/held-runs.ts'
import { readSchedule } from '../src/areas/starts/schedules/schedules.service.ts'
import { startsOfWorkflow } from '../src/areas/starts/starts.service.ts'
import type { Context } from '../src/core/context.ts'
import { readTenant } from '../src/core/db/in-tenant.ts'
import type { ReadTx } from '../src/core/db/tenant-tx.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { connectAs } from './connect.ts'
import { createTestContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import { makeTenant, type Tenant } from './factories.ts'
import { INTAKE_WORKFLOW, makeForm, makeTrigger } from './forms.ts'
import { makeHook } from './hooks.ts'
import { makeMailAddress } from './mail-starts.ts'
import { plansBehind } from './plans-behind.ts'
import { type Plan, readsTooMuch } from './query-plan.ts'
import { makeWorkflow } from './running-world.ts'
import { makeSchedule } from './schedules.ts'
import { settle } from './settle.ts'
import { makeSomeone } from './someone.ts'
import { viewerOf } from './viewer-of.ts'

/** As many as a workflow may have, each with as many runs as a day may have. */
const SCHEDULES = 50
const RUNS_IN_MONTH = 24 * 31
/** How far counts of calls, mails, responses and instances go. */
const COUNTED = 10_000
const PAGE = 50
const GROWING =
  /^(hook_deliveries|inbound_mails|schedule_firings|held_starts|instances|form_submissions|submission_starts)(?:_p\d\d)?$/

interface StartRefs {
  workflowId: WorkflowId
  hookId: HookId
  mailAddressId: MailAddressId
  scheduleId: ScheduleId
}

interface StartPage {
  name: string
  /** Rows of tables that grow. */
  most: number
  ask: (ctx: Context, viewer: Viewer, refs: StartRefs) => Promise<unknown>
}

const looked =
  (look: (tx: ReadTx, refs: StartRefs) => Promise<unknown>): StartPage['ask'] =>
  (ctx, viewer, refs) =>
    readTenant(ctx, viewer, (tx) => look(tx, refs))

const calls =
  (rejected: boolean, further: boolean): StartPage['ask'] =>
  async (ctx, viewer, refs) => {
    const list = { limit: PAGE, rejected }
    const { pagination } = await readDeliveries(ctx, viewer, refs, list)
    if (further) await readDeliveries(ctx, viewer, refs, { ...list, cursor: pagination.next_cursor ?? undefined })
  }

const mails =
  (held: boolean): StartPage['ask'] =>
  async (ctx, viewer, refs) => {
    const list = { limit: PAGE, held }
    const { pagination } = await readMails(ctx, viewer, refs, list)
    await readMails(ctx, viewer, refs, { ...list, cursor: pagination.next_cursor ?? undefined })
  }

const OVERVIEW: StartPage = {
  name: 'the ways to start',
  // Calls that started and that were rejected, instances, and responses with what they started.
  most: SCHEDULES * RUNS_IN_MONTH + 5 * COUNTED,
  ask: (ctx, viewer, { workflowId }) => startsOfWorkflow(ctx, viewer, workflowId),
}

/** What people look at, and what each start has to know before it begins. */
const START_PAGES: StartPage[] = [
  { name: 'a schedule', most: RUNS_IN_MONTH + 20, ask: readSchedule },
  { name: 'a webhook', most: 2 * COUNTED + PAGE, ask: readHook },
  { name: 'calls of a webhook', most: 4 * PAGE + 4, ask: calls(false, true) },
  { name: 'rejected calls', most: 4 * PAGE + 4, ask: calls(true, true) },
  {
    name: 'email addresses',
    most: 2 * COUNTED + 1,
    ask: (ctx, viewer, { workflowId }) => listAddresses(ctx, viewer, workflowId),
  },
  { name: 'an email address', most: 2 * COUNTED + 1, ask: readAddress },
  { name: 'emails to an address', most: 4 * PAGE + 4, ask: mails(false) },
  { name: 'held emails', most: 4 * PAGE + 4, ask: mails(true) },
  {
    name: 'whether a call came before',
    most: 2,
    ask: looked(({ db, tenantId }, { hookId }) => findSameCall(db, tenantId, hookId, 'call 77')),
  },
  {
    name: 'why the last call was rejected',
    most: 1,
    ask: looked(({ db, tenantId }, { hookId }) => lastRefusal(db, tenantId, hookId)),
  },
  {
    name: 'whether a mail came before',
    most: 2,
    ask: looked(({ db, tenantId }, { hookId }) => findByKey(db, tenantId, 'mail 77', hookId)),
  },
  {
    name: 'whether a sender floods',
    // Of a million in thirty days, 231 came in ten minutes.
    most: 6 * PAGE,
    ask: looked(({ db, tenantId }, { mailAddressId }) =>
      floodOf(db, tenantId, {
        addressId: mailAddressId,
        sender: 'sender-7@example.test',
        subject: 'Invoice 7',
        verified: false,
      }),
    ),
  },
  {
    name: 'whether an address keeps too much',
    most: 1_000,
    ask: looked(({ db, tenantId }, { mailAddressId }) => isFull(db, tenantId, mailAddressId)),
  },
  {
    name: 'whether a rejected call came before',
    most: 2,
    ask: looked(({ db, tenantId }, { hookId }) =>
      hasSameCall(db, tenantId, hookId, { key: 'call 78', heldId: undefined }),
    ),
  },
  {
    name: 'whether a run is still running',
    most: 2,
    ask: looked((tx, { scheduleId }) => stillRunning(tx, scheduleId)),
  },
]

/** Calls $3 to $4 of a webhook, over thirty days, the newest last. */
const CALLS = `insert into hook_deliveries (tenant_id, id, hook_id, at, state, repeat_key, took_ms, bytes, reason)
  select $1, uuidv7(b.back), $2, now() + b.back,
    case when n % 20 < 15 then 'started' when n % 20 < 18 then 'duplicate' when n % 20 = 18 then 'refused' else 'forged' end,
    'call ' || n, 5, 900, case when n % 20 >= 18 then '{"code": "wrong_value", "message": "people must be a number"}'::jsonb end
  from generate_series($3::int, $4::int) n
  cross join lateral (select make_interval(secs => -2591000.0 * ($4 - n) / $4) as back) b`
const MAILS = `insert into inbound_mails (tenant_id, id, address_id, received_at, size, state, object_key, sender, subject, key)
  select $1, uuidv7(b.back), $2, now() + b.back, 9000,
    (array['started', 'started', 'started', 'duplicate', 'held', 'ignored', 'rejected'])[1 + n % 7],
    case when n % 7 = 4 then 'kept ' || n end,
    'sender-' || n % 500 || '@example.test', 'Invoice ' || n % 900, 'mail ' || n
  from generate_series($3::int, $4::int) n
  cross join lateral (select make_interval(secs => -2591000.0 * ($4 - n) / $4) as back) b`
/** To a form, and what each started by its trigger. */
const RESPONSES = `insert into form_submissions (tenant_id, id, form_id, version, idem_key, content_hash, receipt, answers, state)
  select $1, uuidv7(b.back), $2, 1, 'response ' || n, '\\x00', lpad(n::text, 8, '0'), '{}', 'running'
  from generate_series($3::int, $4::int) n
  cross join lateral (select make_interval(secs => -2591000.0 * ($4 - n) / $4) as back) b`
const RESPONSE_STARTS = `insert into submission_starts (tenant_id, submission_id, trigger_id, form_id, workflow_id, state)
  select tenant_id, id, $3, form_id, $4, 'started' from form_submissions where tenant_id = $1 and form_id = $2`
/** By people, with keys and by calls. */
const INSTANCES = `insert into instances (tenant_id, id, workflow_id, workflow_version, prefix, number, name, status, source, source_key)
  select $1, uuidv7(b.back), $2, 1, 'MANY', n, 'Case ' || n, 'in_progress', (array['person', 'api', 'webhook'])[1 + n % 3], 'many ' || n
  from generate_series($3::int, $4::int) n
  cross join lateral (select make_interval(secs => -2591000.0 * ($4 - n) / $4) as back) b`
/** Hour by hour, of each schedule. */
const RUNS = `insert into schedule_firings (tenant_id, schedule_id, nominal_at, state, reason, at)
  select $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], m.at,
    case when n % 97 = 0 then 'missed' when n % 89 = 0 then 'left_out' else 'started' end,
    case when n % 97 = 0 then '{"code": "missed", "message": "It couldn’t start within 30 minutes of its time."}'::jsonb
      when n % 89 = 0 then '{"code": "still_running", "message": "The last one was still running."}'::jsonb end, m.at
  from generate_series($3::int, $4::int) n
  cross join lateral (select date_trunc('hour', now()) - make_interval(hours => n / cardinality($2::uuid[])) as at) m
  on conflict do nothing`

async function makeStarts(ctx: Context, tenant: Tenant, schedules: number) {
  const workflowId = await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW)
  const { hookId } = await makeHook(ctx, tenant, { workflowId })
  const { mailAddressId } = await makeMailAddress(ctx, tenant, { workflowId })
  const formId = await makeForm(ctx, tenant)
  const { id: triggerId } = await makeTrigger(ctx, tenant, formId, { workflowId })
  const scheduleIds: string[] = []
  for (let n = 0; n < schedules; n++) scheduleIds.push((await makeSchedule(ctx, tenant, { workflowId })).scheduleId)
  return { workflowId, hookId, mailAddressId, formId, triggerId, scheduleIds }
}

async function putStarts(admin: pg.Client, tenantId: string, of: Awaited<ReturnType<typeof makeStarts>>, size: number) {
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  await admin.query(CALLS, [tenantId, of.hookId, 1, size])
  await admin.query(MAILS, [tenantId, of.mailAddressId, 1, size])
  await admin.query(RUNS, [tenantId, of.scheduleIds, 0, size - 1])
  await admin.query(RESPONSES, [tenantId, of.formId, 1, size])
  await admin.query(RESPONSE_STARTS, [tenantId, of.formId, of.triggerId, of.workflowId])
  await admin.query('set session_replication_role = default')
}

async function putInstances(admin: pg.Client, tenantId: string, workflowId: string, size: number) {
  await admin.query('set session_replication_role = replica')
  await admin.query(INSTANCES, [tenantId, workflowId, 1, size])
  await admin.query('set session_replication_role = default')
}

export interface StartPlans {
  page: string
  plans: Plan[]
  /** Rows of tables that grow. */
  rows: number
  problems: string[]
}

function plansOf({ name, most }: StartPage, plans: (Plan & { text: string })[]): StartPlans {
  const accesses = plans.flatMap((plan) => plan.accesses.map((access) => ({ ...access, text: plan.text })))
  const growing = accesses.filter(({ relation }) => GROWING.test(relation))
  const rows = Math.round(growing.reduce((sum, one) => sum + one.rows, 0))
  const problems = [
    ...plans.flatMap(({ nodes }) => nodes.filter((node) => node.startsWith('Gather'))),
    ...growing
      .filter(readsTooMuch)
      .map((one) => `${one.buffers} buffers for ${one.rows} rows of ${one.relation}: ${one.text}`),
    ...(rows > most ? [`${rows} rows of ${most}`] : []),
  ]
  return { page: name, plans, rows, problems }
}

/**
 * So many calls of one webhook, mails of one address, responses to one form, instances, and runs of fifty schedules, beside
 * another tenant's; and their plans.
 */
export async function plansOfStarts(size: number): Promise<StartPlans[]> {
  const database = await createTestDatabase()
  const { ctx } = createTestContext(database.name, { MAIL_IN_DOMAIN: 'in.throughline.test' })
  try {
    const { personId } = await makeSomeone(ctx)
    const ours = await makeTenant(ctx, personId, 'organization', 'Ours')
    const theirs = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Theirs')
    const [own, others] = [await makeStarts(ctx, ours, SCHEDULES), await makeStarts(ctx, theirs, 1)]
    await database.admin(async (admin) => {
      await putStarts(admin, ours.tenantId, own, size)
      await putStarts(admin, theirs.tenantId, others, Math.ceil(size / 10))
      await settle(admin)
    })
    const viewer = await viewerOf(ctx, personId)
    const refs: StartRefs = {
      workflowId: WorkflowId.parse(own.workflowId),
      hookId: HookId.parse(own.hookId),
      mailAddressId: MailAddressId.parse(own.mailAddressId),
      scheduleId: ScheduleId.parse(own.scheduleIds[0]),
    }
    const client = await connectAs('tl_api', database.name)
    const found: StartPlans[] = []
    const look = async (page: StartPage) =>
      found.push(plansOf(page, await plansBehind(client, ctx, viewer, (held) => page.ask(held, viewer, refs))))
    for (const page of START_PAGES) await look(page)
    // Only the overview counts them. Pages of calls and mails that find few would read them whole instead of looking each up.
    await database.admin(async (admin) => {
      await putInstances(admin, ours.tenantId, own.workflowId, size)
      await putInstances(admin, theirs.tenantId, others.workflowId, Math.ceil(size / 10))
      await settle(admin)
    })
    await look(OVERVIEW)
    await client.end()
    return found
  } finally {
    await ctx.pools.end()
    await database.drop()
  }
}
