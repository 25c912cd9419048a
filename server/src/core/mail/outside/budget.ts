import type { Config } from '../../config.ts'
import type { TenantTx } from '../../db/tenant-tx.ts'
import {
  addressesOfStep,
  countMails,
  isInFirstWeek,
  lockBudget,
  type MailKind,
  type MailLimits,
  notCounted,
  roomFrom,
} from './budget.queries.ts'

/**
 * What an organization may send to addresses that are no active member's. An hour holds the largest single call: 50
 * addresses of a step, 200 invitations.
 */
export const MAIL_BUDGETS: Record<MailKind, { firstWeek: MailLimits; later: MailLimits }> = {
  step: { firstWeek: { hour: 50, day: 200 }, later: { hour: 500, day: 5_000 } },
  invitation: { firstWeek: { hour: 200, day: 400 }, later: { hour: 500, day: 2_000 } },
}

export interface BudgetRequest {
  kind: MailKind
  /** A request under the same key counts once. */
  key: string
  /** By their keys. */
  addresses: readonly string[]
  /** The run of a step that sends them, and how many addresses it may write to in all. */
  step?: { run: string; maximum: number }
}

/** `too_many`: not within this step, ever. `from`: when there is room for them. */
type BudgetAnswer = 'spent' | 'too_many' | { from: Date }

/** Counts all of these mails or none of them. The budget stays locked until the transaction ends. */
export async function spendMailBudget(
  { MAIL_BUDGET_FACTOR: factor }: Pick<Config, 'MAIL_BUDGET_FACTOR'>,
  tx: TenantTx,
  request: BudgetRequest,
): Promise<BudgetAnswer> {
  const { db, tenantId } = tx
  const { kind, key, step } = request
  await lockBudget(db, tenantId)
  const addresses = await notCounted(db, tenantId, key, request.addresses)
  if (addresses.length === 0) return 'spent'
  if (step && (await addressesOfStep(db, tenantId, step.run, addresses)) > step.maximum) return 'too_many'
  const { firstWeek, later } = MAIL_BUDGETS[kind]
  const { hour, day } = (await isInFirstWeek(db, tenantId)) ? firstWeek : later
  const limits = { hour: hour * factor, day: day * factor }
  if (addresses.length > limits.hour) throw new Error(`${addresses.length} mails never fit into the budget`)
  const from = await roomFrom(db, tenantId, kind, addresses.length, limits)
  if (from) return { from }
  await countMails(db, tenantId, { kind, key, addresses, stepRun: step?.run ?? '' })
  return 'spent'
}
