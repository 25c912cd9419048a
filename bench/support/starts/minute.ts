import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../contracts/src/client.ts'
import { listTasks } from '../../../contracts/src/tasks.ts'
import { putManyRunning } from '../../../server/test/many-running.ts'
import { makeSchedule } from '../../../server/test/schedules.ts'
import type { Installation } from '../crash/installation.ts'
import { makeOrganization, type Organization, publish } from '../organization.ts'
import { withRuntime } from '../with-runtime.ts'
import { armSchedules, dailyAt } from './arm.ts'
import { ONE_TASK } from './document.ts'

const MINUTE = 60_000
const READERS = ['ann', 'ben', 'cleo', 'dan', 'eva']
/** Each of five readers twice a second. */
const BETWEEN = 500
const INSTANCES = 5_000
/** As many as a workflow may have. */
const A_WORKFLOW = 50
const CALM = 40_000
/** What making and arming one takes at most; the engine has a minute more. */
const PREPARED_WITHIN = 100
const STARTED_WITHIN = 10 * MINUTE

interface Found {
  instances: number
  firings: number
  twice: number
  /** Seconds from the minute to each instance. */
  late: number[]
  /** Milliseconds of each page of tasks, before the minute and from it until the last has started. */
  calm: number[]
  busy: number[]
}

type Admin = Parameters<Parameters<Installation['database']['admin']>[0]>[0]

async function countOf(admin: Admin, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)
  return rows[0]?.n ?? Number.NaN
}

/** People read their tasks, twice a second each, until told to end; then the time of each page. */
function reading(origin: string, { people }: Organization) {
  const times: number[] = []
  const so = { over: false }
  const going = people.map(async ({ fetch }, n) => {
    const client = createClient({ origin, fetch })
    await sleep((BETWEEN / people.length) * n)
    for (let next = Date.now(); !so.over; await sleep(Math.max(0, next - Date.now()))) {
      next += BETWEEN
      const began = performance.now()
      await client.page(listTasks, { query: { limit: 50 } })
      times.push(performance.now() - began)
    }
  })
  return async () => {
    so.over = true
    await Promise.all(going)
    return times.toSorted((a, b) => a - b)
  }
}

/** As a person makes them: rows, and the word to the engine's own workflow that there is something to hold. */
async function hold(
  { environment }: Installation,
  { tenantId, owner }: Organization,
  workflowIds: string[],
  count: number,
  at: number,
) {
  const rule = dailyAt([at])
  await withRuntime(environment, async (ctx) => {
    const tenant = { tenantId, ownerId: owner.memberId }
    for (let n = 0; n < count; n++) {
      const workflowId = workflowIds[n % workflowIds.length] ?? ''
      await makeSchedule(ctx, tenant, { workflowId, rule, fixed: { ticket: `Ticket ${n}` } })
    }
  })
  await armSchedules(environment, tenantId)
}

/** So many schedules at one minute: all held by the engine before, all started once after. */
export async function fireTogether(
  installation: Installation,
  count: number,
  say: (line: string) => void,
): Promise<Found> {
  const { environment, origin, database } = installation
  const organization = await makeOrganization(environment, origin, 'Minute', READERS)
  const workflowIds: string[] = []
  for (let n = 0; n < Math.ceil(count / A_WORKFLOW); n++)
    workflowIds.push(await publish(origin, organization, { ...ONE_TASK, name: `Started ${n}`, prefix: `STA${n}` }))
  return database.admin(async (admin) => {
    const [open = '', hidden = open] = workflowIds
    const { tenantId, owner } = organization
    await putManyRunning(admin, {
      tenantId,
      memberId: owner.memberId,
      workflows: { open, hidden },
      count: INSTANCES,
      hidden: 0,
    })
    await admin.query('set session_replication_role = default')
    await admin.query('vacuum analyze')
    const at = Math.ceil((Date.now() + count * PREPARED_WITHIN + CALM + MINUTE) / MINUTE) * MINUTE
    await hold(installation, organization, workflowIds, count, at)
    const toArm = () => countOf(admin, 'schedules where armed_change < change')
    while ((await toArm()) > 0) {
      if (Date.now() > at - CALM - 10_000) throw new Error(`${await toArm()} schedules are not held in time`)
      await sleep(1_000)
    }
    say(`all held ${Math.round((at - Date.now()) / 1000)} s before`)
    await sleep(at - CALM - 5_000 - Date.now())
    const endCalm = reading(origin, organization)
    await sleep(at - 2_000 - Date.now())
    const calm = await endCalm()
    await sleep(at - Date.now())
    const endBusy = reading(origin, organization)
    const started = () => countOf(admin, 'schedule_firings')
    while ((await started()) < count && Date.now() < at + STARTED_WITHIN) await sleep(500)
    const busy = await endBusy()
    // What would start twice has time to do so.
    await sleep(5_000)
    const { rows } = await admin.query<{ late: number; ticket: string }>(
      `select extract(epoch from i.created_at - $1)::float8 as late, s.variables ->> 'ticket' as ticket from instances i
       join instance_state s on s.tenant_id = i.tenant_id and s.instance_id = i.id where i.source = 'schedule'`,
      [new Date(at)],
    )
    return {
      instances: rows.length,
      firings: await countOf(admin, `schedule_firings where state = 'started'`),
      twice: rows.length - new Set(rows.map(({ ticket }) => ticket)).size,
      late: rows.map(({ late }) => late).toSorted((a, b) => a - b),
      calm,
      busy,
    }
  })
}
