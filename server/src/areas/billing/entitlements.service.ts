import type { PlanLimits, Volume } from '@throughline/contracts/billing'
import { sql } from 'kysely'
import type { ReadTx, SalesTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, subscriptionRequired } from '../../core/errors.ts'
import { FREE_PLAN, findUsage } from './billing.queries.ts'
import { putNotice } from './renewals.queries.ts'

/** The only place that knows what a plan allows, and what is used of it. */
const RUNS = 'runs'
/**
 * With so little left, those who want some come one after the other: each would count on the same. It is as much as many
 * calls at once may want, of which one invites up to 200 people and starts one instance.
 */
const LITTLE = { people: 2_000, runs: 200 }

interface Allowance {
  /** Null: without a limit. */
  most: number | null
  /** In the organization's zone. */
  month: string
  /** Nothing new begins until it is paid for. */
  lapsed: boolean
}

/**
 * Where nothing is sold, without a seller or without a payment provider, there are no limits: who runs this for themselves
 * never meets one. Only a plan of its own, without a seller, that an operator gave a workspace limits it there as well.
 */
async function allowanceOf({ db, tenantId, takesPayments }: SalesTx, limit: Volume): Promise<Allowance> {
  const { rows } = await sql<Allowance>`
    select to_char(app.billing_now() at time zone t.time_zone, 'YYYY-MM') as month,
      case when (${takesPayments} and exists (select from sellers))
        or (p.id <> ${FREE_PLAN}::uuid and p.seller is null and not p.is_trial) then p.${sql.ref(limit)} end as most,
      coalesce(s.status = 'lapsed' or s.ends_at <= now(), false) as lapsed
    from tenants t left join subscriptions s on s.tenant_id = t.id and s.live left join plans p on p.id = s.plan_id
    where t.id = ${tenantId}`.execute(db)
  return rows[0] ?? { most: null, month: '', lapsed: false }
}

/** What the workspace may have at most; null: without a limit. */
export async function limitsOf(tx: SalesTx): Promise<PlanLimits> {
  const most = async (volume: Volume) => (await allowanceOf(tx, volume)).most
  return { people: await most('people'), storage: await most('storage'), runs: await most('runs') }
}

export const storageLimit = async (tx: SalesTx): Promise<number | null> => (await allowanceOf(tx, 'storage')).most

export const seatsTaken = (of: number): string =>
  of === 1 ? 'Your plan’s only seat is taken.' : `All ${of} seats of your plan are taken.`

const MESSAGES = {
  people: (of: number) => `${seatsTaken(of)} Choose a larger plan${of === 1 ? '' : ', or remove somebody'}.`,
  runs: (of: number) => `You’ve used all ${of} runs of your plan for this month.`,
}

const MARKS = [80, 100] as const

/** Administrators hear of each mark of a limit once a month, by a mail that is sent once this has committed. */
async function noteMarks(tx: TenantTx, volume: Volume, used: number, { most, month }: Allowance): Promise<void> {
  const { db, tenantId } = tx
  for (const percent of MARKS) {
    if (most === null || used * 100 < most * percent) return
    if (!(await putNotice(db, tenantId, `${volume} ${percent} of ${most}`, month))) continue
    const workflowId = `limit:${tenantId}:${volume}:${percent}:${most}:${month}`
    tx.start(tenantId, { workflow: 'tellLimit', workflowId, args: { tenantId, volume, percent } })
  }
}

/** What is used now; where not all that is wanted may fit, others who want some wait until this has committed. */
async function usedBeside(tx: TenantTx, limit: 'people' | 'runs', added: number, { most, month }: Allowance) {
  const usedOf = async () => (await findUsage(tx.db, tx.tenantId, month))[limit]
  const used = await usedOf()
  if (most === null || most - used > added + LITTLE[limit]) return used
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${limit} of ${tx.tenantId}`}, 0))`.execute(tx.db)
  return usedOf()
}

/** Refuses what would go beyond the plan. What is there already is never touched. */
async function requireVolume(tx: TenantTx, limit: 'people' | 'runs', added: number): Promise<Allowance> {
  const allowance = await allowanceOf(tx, limit)
  const { most, lapsed } = allowance
  if (lapsed && limit === RUNS) throw subscriptionRequired()
  if (most === null) return allowance
  const used = await usedBeside(tx, limit, added, allowance)
  if (used + added > most) {
    const again = limit === RUNS ? { again_at: (await nextRuns(tx)).toISOString() } : {}
    throw new AppError(409, 'limit_reached', MESSAGES[limit](most), { volume: { limit, used, of: most, ...again } })
  }
  await noteMarks(tx, limit, used + added, allowance)
  return allowance
}

/** The same of files, by where they are kept. */
export const noteStorage = async (tx: TenantTx, used: number): Promise<void> =>
  noteMarks(tx, 'storage', used, await allowanceOf(tx, 'storage'))

/** A seat is anyone who is active, invited or suspended. */
export async function requireSeats(tx: TenantTx, added: number): Promise<void> {
  if (added > 0) await requireVolume(tx, 'people', added)
}

/** How many seats there are, and how many of those wanted are left. Null: as many as anybody wants. */
export async function seatsLeft(tx: TenantTx, wanted: number): Promise<{ left: number; of: number } | null> {
  const allowance = await allowanceOf(tx, 'people')
  const { most } = allowance
  if (most === null || wanted === 0) return null
  return { left: Math.max(0, most - (await usedBeside(tx, 'people', wanted, allowance))), of: most }
}

/**
 * A run is an instance, counted once, when it starts. Those that steps of running instances start are counted and never
 * refused. Call the answer once the instance is there.
 */
export async function requireRun(tx: TenantTx, isPartOfAnother: boolean): Promise<() => void> {
  const { month } = isPartOfAnother ? await allowanceOf(tx, RUNS) : await requireVolume(tx, RUNS, 1)
  return () => tx.count(RUNS, month, 1)
}

/** Until this transaction ends, nothing is paid for that would change what the workspace may do. */
export async function lockPlan({ db, tenantId }: TenantTx): Promise<void> {
  await sql`select from subscriptions where tenant_id = ${tenantId} and live for share`.execute(db)
}

/** Whether a person could start something now. */
export async function hasRuns(tx: SalesTx): Promise<boolean> {
  const { most, month } = await allowanceOf(tx, RUNS)
  return most === null || (await findUsage(tx.db, tx.tenantId, month)).runs < most
}

/** When a workspace has the runs of a new month. */
export async function nextRuns({ db, tenantId }: ReadTx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select (date_trunc('month', app.billing_now() at time zone time_zone)
    + interval '1 month') at time zone time_zone as at from tenants where id = ${tenantId}`.execute(db)
  if (!rows[0]) throw new Error('a workspace without a row')
  return rows[0].at
}
