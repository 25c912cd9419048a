import { MAX_OUTSIDE_ADDRESSES } from '@throughline/contracts/tools'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { takeNotice, unsubscribedAmong } from '../../../core/mail/outside/budget.queries.ts'
import { spendMailBudget } from '../../../core/mail/outside/budget.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import type { ToolAnswer } from '../../integrations/integrations.public.ts'
import { audienceOfInstance } from '../visibility.service.ts'
import type { BudgetNotice } from './notice.ts'
import { findNamedInstance, findOrganization, listAdmins, outsideAmong } from './outside-mail.queries.ts'

interface StepMail {
  /** Of the call: a repeat counts once. */
  key: string
  run: { instanceId: string; step: string; round: number }
  receivers: readonly string[]
}

interface Admission {
  organization: string
  /** By address, the key it has in the tables of outside mail. */
  outside: ReadonlyMap<string, string>
  unsubscribed: readonly string[]
}

type Refusal = Extract<ToolAnswer, { ok: false }>

/** A call that found no room is not made again sooner, so that many which wait do not ask in a hurry. */
const MIN_HOLD = 60_000

const momentIn = (zone: string, at: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(at)

/** Admins hear of it at most once an hour, however many calls are held; which instance waits, only if they may see it. */
async function notifyAdmins(ctx: Context, tx: TenantTx, { run }: StepMail, until: Date) {
  if (!(await takeNotice(tx.db, tx.tenantId))) return
  const { name, time_zone } = await findOrganization(tx.db, tx.tenantId)
  const instance = await findNamedInstance(tx.db, tx.tenantId, run.instanceId)
  const seeing = instance ? await audienceOfInstance(tx, instance) : []
  const list = `${ctx.config.APP_ORIGIN}/instances`
  for (const { id, email } of await listAdmins(tx.db, tx.tenantId)) {
    const seen = !seeing || seeing.includes(id) ? instance : undefined
    const notice: BudgetNotice = {
      kind: 'mail_budget_used_up',
      organization: name,
      until: momentIn(time_zone, until),
      ...(seen ? { instance: seen.name, link: `${list}/${seen.id}` } : { link: list }),
    }
    await queueMail(ctx, tx, email, notice)
  }
}

/** Which receivers are outside of the organization, and whether mail may go to them now. */
export async function admitOutside(ctx: Context, tx: TenantTx, mail: StepMail): Promise<Admission | Refusal> {
  const { db, tenantId } = tx
  const addresses = await outsideAmong(db, tenantId, mail.receivers)
  const outside = new Map(addresses.map((address) => [address, addressKey(tenantId, address)]))
  const { name: organization } = await findOrganization(db, tenantId)
  const gone = await unsubscribedAmong(db, tenantId, [...outside.values()])
  const unsubscribed = addresses.filter((address) => gone.has(outside.get(address) ?? ''))
  const admission = { organization, outside, unsubscribed }
  const keys = [...new Set(outside.values())].filter((key) => !gone.has(key))
  if (keys.length === 0) return admission
  const { instanceId, step, round } = mail.run
  const spent = await spendMailBudget(ctx.config, tx, {
    kind: 'step',
    key: mail.key,
    addresses: keys,
    step: { run: `${instanceId}:${step}:${round}`, maximum: MAX_OUTSIDE_ADDRESSES },
  })
  if (spent === 'spent') return admission
  if (spent === 'too_many') {
    const text = `A step can send to at most ${MAX_OUTSIDE_ADDRESSES} addresses outside your organization.`
    return { ok: false, code: 'refused', text }
  }
  const until = new Date(Math.max(spent.from.getTime(), Date.now() + MIN_HOLD))
  await notifyAdmins(ctx, tx, mail, until)
  const text = 'Your organization reached its limit for email to outside addresses.'
  return { ok: false, code: 'held', until, text }
}
