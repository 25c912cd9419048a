import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { isMailAddress } from '../../../core/mail/mailer.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { unsubscribedAmong } from '../../../core/mail/outside/budget.queries.ts'
import { spendMailBudget } from '../../../core/mail/outside/budget.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { instanceKey, requireStarted } from '../../instances/instances.public.ts'
import type { AddressRow } from './mail-addresses.queries.ts'
import type { Message } from './read-message.ts'

/** What a sender is told once the mail has started an instance, as it waits in the outbox. */
export const ThanksMail = z.object({
  kind: z.literal('mail_thanks'),
  tenant_id: z.uuid(),
  organization: z.string(),
  subject: z.string(),
  /** Of the instance, such as INV-12. */
  reference: z.string(),
  instance_id: z.uuid(),
  /** Of the sender, as the tables of outside mail keep it. */
  address: z.string(),
  reply_to: z.string(),
  /** The Message-ID that is answered; empty where it is none. */
  answers: z.string(),
})
export type ThanksMail = z.infer<typeof ThanksMail>

const MESSAGE_ID = /^<[^\s<>]{1,900}>$/

/** Whether this sender was not thanked within a day; then they are now. */
async function takeThanks({ db, tenantId }: TenantTx, address: string): Promise<boolean> {
  const { rows } = await sql`insert into mail_thanks as m (tenant_id, address)
    values (${tenantId}, ${Buffer.from(address, 'hex')})
    on conflict (tenant_id, address) do update set thanked_at = now()
      where m.thanked_at < now() - interval '1 day' returning tenant_id`.execute(db)
  return rows.length > 0
}

/**
 * Only a sender whose own domain signed the mail: thanks to anyone else could be made to flood a stranger. Where the budget
 * for mail to outside addresses is used up nobody is thanked, since that is not worth holding.
 */
export async function thankSender(
  ctx: Context,
  tx: TenantTx,
  { mail, address: { local_part } }: { mail: { id: string }; address: AddressRow },
  { message, verified }: { message: Message; verified: boolean },
  instanceId: string | undefined,
): Promise<void> {
  const { sender_address: sender, subject, message_id } = message
  const domain = ctx.config.MAIL_IN_DOMAIN
  if (!verified || instanceId === undefined || !domain || !isMailAddress(sender)) return
  const { db, tenantId } = tx
  const address = addressKey(tenantId, sender)
  if ((await unsubscribedAmong(db, tenantId, [address])).size > 0) return
  if (!(await takeThanks(tx, address))) return
  const request = { kind: 'step', key: `thanks:${mail.id}`, addresses: [address] } as const
  if ((await spendMailBudget(ctx.config, tx, request)) !== 'spent') return
  const { prefix, number } = await requireStarted(db, tenantId, instanceId)
  const tenant = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()
  const content: ThanksMail = {
    kind: 'mail_thanks',
    tenant_id: tenantId,
    organization: tenant.name,
    subject,
    reference: instanceKey({ prefix, number }),
    instance_id: instanceId,
    address,
    reply_to: `${local_part}@${domain}`,
    answers: MESSAGE_ID.test(message_id) ? message_id : '',
  }
  await queueMail(ctx, tx, sender, content)
}
