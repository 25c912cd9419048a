import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { dayIn, endOfDay } from '../../instances/instances.public.ts'
import { newlyOverdue, recountOpen } from './open-counts.queries.ts'
import { packDays } from './packed-days.queries.ts'
import { closeDays, recountDays, type WorkflowDay } from './recount.queries.ts'
import { countRefusedSignIns } from './refused-sign-ins.ts'
import {
  advance,
  fillFacts,
  hasNewerWork,
  lockRollUp,
  nextWorkflows,
  putUsage,
  type RollUpRow,
  setProgress,
  touchedDays,
  type WorkflowSpan,
  wantRecount,
} from './roll-up.queries.ts'

const DAY = 86_400_000
/** What began longer ago than this has committed, except in transactions that hold up everything anyway. */
const SETTLED_MS = 10_000
/** Others are not to wait longer than this for one tenant that is counted anew. */
const MOST_MS = 30_000
const INSTANCES = 500
/** Workflows that are counted anew at once. */
const WORKFLOWS = 50
/** Days of workflows that one statement counts. */
const CHUNK_SIZE = 200
/** Days before the first count whose ends are told from the facts, if there were any: a quarter and the one before. */
const CLOSED_BACK = 182
const CLOSED_AT_ONCE = 7

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const dayAfter = (day: string, days: number) => isoDay(Date.parse(day) + days * DAY)

/** A day of the organization, as far as it has passed. */
function dayOf(day: string, timeZone: string, asOf: Date) {
  const ends = endOfDay(day, timeZone)
  return { day, begins: endOfDay(dayAfter(day, -1), timeZone), ends: ends < asOf ? ends : asOf }
}

async function recountAll({ db, tenantId }: TenantTx, days: readonly WorkflowDay[], asOf: Date): Promise<number> {
  let changed = 0
  for (let from = 0; from < days.length; from += CHUNK_SIZE)
    changed += await recountDays(db, tenantId, days.slice(from, from + CHUNK_SIZE), asOf)
  await packDays(db, tenantId, [...new Set(days.map(({ day }) => day))])
  return changed
}

/** All days on which something of a workflow may be counted. */
function daysOf({ id, ...span }: WorkflowSpan, { time_zone, as_of }: RollUpRow): WorkflowDay[] {
  const moments = [span.first, span.first_day, span.last, span.last_day].flatMap((at) => (at ? at.getTime() : []))
  if (moments.length === 0) return []
  const days: WorkflowDay[] = []
  // A day more on both sides, for rows that were counted in another zone: where it is tomorrow already, too.
  for (let at = Math.min(...moments) - DAY; at <= Math.max(...moments) + 2 * DAY; at += DAY)
    days.push({ workflowId: id, ...dayOf(dayIn(time_zone, new Date(at)), time_zone, as_of) })
  return days
}

/** All days of some more workflows; null behind the last. */
async function recountNext(tx: TenantTx, after: string, row: RollUpRow) {
  const next = await nextWorkflows(tx.db, tx.tenantId, after, WORKFLOWS)
  const changed = await recountAll(
    tx,
    next.flatMap((one) => daysOf(one, row)),
    row.as_of,
  )
  // Dates may have been moved since without having been counted, so that a difference here is no alarm.
  await recountOpen(
    tx.db,
    tx.tenantId,
    next.map(({ id }) => id),
    row.as_of,
  )
  return { id: next.at(-1)?.id ?? null, changed }
}

/** The ends of days that have passed, a few at a time; whether there are more. */
async function closePassed({ db, tenantId }: TenantTx, { closed_day, time_zone, began }: RollUpRow, asOf: Date) {
  const today = dayIn(time_zone, asOf)
  const [begin, furthest] = [dayIn(time_zone, began), dayAfter(today, -CLOSED_BACK)]
  const first = closed_day ? dayAfter(closed_day, 1) : begin > furthest ? begin : furthest
  const days: string[] = []
  for (let day = first; day < today && days.length < CLOSED_AT_ONCE; day = dayAfter(day, 1)) days.push(day)
  const last = days.at(-1)
  if (last === undefined) return false
  const passed = days.map((day) => dayOf(day, time_zone, asOf))
  await closeDays(db, tenantId, passed)
  await packDays(db, tenantId, days)
  for (const day of passed) await putUsage(db, tenantId, day)
  await setProgress(db, tenantId, 'closed_day', last)
  return dayAfter(last, 1) < today
}

/** `wanted`: there is more, and the next round comes upon it by itself; `more`: it does not. */
type Rest = 'wanted' | 'more' | undefined

/**
 * A bite of what there is to count of a tenant; says whether there is more. Each is a transaction, and a repeat changes
 * nothing: days are counted whole, from the facts.
 */
export async function rollUpBite(ctx: Context, tenant: string, settledMs = SETTLED_MS): Promise<Rest> {
  const asOf = new Date(Date.now() - settledMs)
  // Before a day is closed: nothing that was refused on it is missing there.
  await countRefusedSignIns(ctx, asOf)
  return inTenant(ctx, { tenantId: TenantId.parse(tenant) }, async (tx) => {
    const { db, tenantId } = tx
    const row = await lockRollUp(db, tenantId, asOf)
    if (!row) return undefined
    if (row.facts_after !== null) {
      const next = await fillFacts(db, tenantId, row.facts_after, INSTANCES)
      await setProgress(db, tenantId, 'facts_after', next)
      return next === null ? 'more' : 'wanted'
    }
    if (row.is_other_zone) {
      await wantRecount(db, tenantId)
      return 'wanted'
    }
    if (row.recount_after !== null) {
      const { id } = await recountNext(tx, row.recount_after, row)
      await setProgress(db, tenantId, 'recount_after', id)
      return id === null ? 'more' : 'wanted'
    }
    const touched = await touchedDays(db, tenantId, row.time_zone)
    const days = touched.flatMap(({ workflow_id, day }) =>
      day === null ? [] : { workflowId: workflow_id, ...dayOf(day, row.time_zone, asOf) },
    )
    await recountAll(
      tx,
      days.filter(({ begins }) => begins < asOf),
      asOf,
    )
    const open = [...touched.map(({ workflow_id }) => workflow_id), ...(await newlyOverdue(db, tenantId, asOf))]
    await recountOpen(db, tenantId, [...new Set(open)], asOf)
    await advance(db, tenantId, asOf)
    return (await closePassed(tx, row, asOf)) ? 'more' : undefined
  })
}

/** What there is to count of a tenant; of one that takes longer than this, the next round counts the rest. */
export async function rollUp(ctx: Context, tenant: string, most = MOST_MS): Promise<void> {
  const until = Date.now() + most
  let rest: Rest
  do rest = await rollUpBite(ctx, tenant)
  while (rest === 'more' || (rest === 'wanted' && Date.now() < until))
}

/** Everything that is counted of a tenant, counted anew. */
export async function recount(ctx: Context, tenant: string, settledMs = SETTLED_MS): Promise<void> {
  const scope = { tenantId: TenantId.parse(tenant) }
  await inTenant(ctx, scope, ({ db, tenantId }) => wantRecount(db, tenantId))
  while (await rollUpBite(ctx, tenant, settledMs));
}

/**
 * Counts all workflows of a tenant anew; rows that differed are put right, and their number is an alarm. What is not
 * counted yet, or happens meanwhile, is none.
 */
export async function compareTenant(ctx: Context, tenant: string, settledMs = SETTLED_MS): Promise<number> {
  while (await rollUpBite(ctx, tenant, settledMs));
  const scope = { tenantId: TenantId.parse(tenant) }
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  let drift = 0
  while (after !== null) {
    const from: string = after
    const { id, changed } = await inTenant(ctx, scope, async (tx) => {
      const row = await lockRollUp(tx.db, tx.tenantId, new Date())
      const isQuiet = row && row.facts_after === null && row.recount_after === null && !row.is_other_zone
      if (!isQuiet) return { id: null, changed: 0 }
      const { id: last, changed: rows } = await recountNext(tx, from, row)
      return { id: last, changed: (await hasNewerWork(tx.db, tx.tenantId)) ? 0 : rows }
    })
    drift += changed
    after = id
  }
  if (drift > 0) ctx.log.error({ tenant_id: tenant, rows: drift }, 'figures of days differed from what happened')
  return drift
}
