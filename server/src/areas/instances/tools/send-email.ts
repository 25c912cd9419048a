import type { TenantId } from '@throughline/contracts/ids'
import { MAX_OUTSIDE_ADDRESSES } from '@throughline/contracts/tools'
import type { Json } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { isMailAddress, type Mailer } from '../../../core/mail/mailer.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { threadMessageId } from '../../../core/mail/reply-id.ts'
import type { ToolAnswer } from '../../integrations/integrations.public.ts'
import { replyAddress } from '../instances.ports.ts'
import { admitOutside } from '../outside-mail/admit-outside.ts'
import { escaped, type MailBody, outsideContent } from '../outside-mail/outside-content.ts'
import { type RunTool, textOf } from './tool.ts'

const MEMBER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Workflows name people by their member; a mail goes to their address. */
async function addressesOf(ctx: Context, tenantId: TenantId, named: readonly string[]): Promise<string[]> {
  const ids = named.filter((one) => MEMBER.test(one))
  if (ids.length === 0) return [...named]
  const members = await readTenantOnce(ctx, { tenantId }, ({ db }) =>
    db.selectFrom('members').select(['id', 'email']).where('tenant_id', '=', tenantId).where('id', 'in', ids).execute(),
  )
  const addresses = new Map(members.map(({ id, email }) => [id, email]))
  return named.map((one) => addresses.get(one.toLowerCase()) ?? one)
}

/** The mail server said for good that it does not want this mail. */
const isRefusal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

const namedIn = (to: Json | undefined) =>
  (Array.isArray(to) ? to.map(textOf) : textOf(to).split(/[,;\s]+/)).filter((one) => one !== '')

const leftOut = (addresses: readonly string[]) =>
  `${addresses.join(', ')} unsubscribed from your organization’s email and did not get this message.`

/** One mail for each address, each under a Message-ID made of the key: a repeat is the same mail. */
export const createSendEmail =
  (ctx: Context, mailer: Mailer): RunTool =>
  async ({ tenantId, key, run, parameters }): Promise<ToolAnswer> => {
    const receivers = [...new Set(await addressesOf(ctx, tenantId, namedIn(parameters.to)))]
    const odd = receivers.find((one) => !isMailAddress(one))
    if (odd !== undefined) return { ok: false, code: 'refused', text: `${odd} isn’t an email address.` }
    if (receivers.length === 0 || receivers.length > MAX_OUTSIDE_ADDRESSES)
      return { ok: false, code: 'refused', text: `A message needs 1 to ${MAX_OUTSIDE_ADDRESSES} addresses.` }
    // Admins' mails are sealed with it: loaded within, it would wait for a second connection while the budget is locked.
    await tenantKey(ctx, tenantId)
    const { instanceId } = run
    const found = await inTenant(ctx, { tenantId }, async (tx) => ({
      replyTo: await replyAddress.call(ctx, tx, instanceId),
      admitted: await admitOutside(ctx, tx, { key, run, receivers }),
    }))
    if ('ok' in found.admitted) return found.admitted
    const { organization, outside, unsubscribed } = found.admitted
    const replies = found.replyTo !== undefined && { replyTo: found.replyTo }
    const text = textOf(parameters.text)
    const body: MailBody = { subject: textOf(parameters.subject), text, html: `<p>${escaped(text)}</p>` }
    const idOf = (one: string) => threadMessageId(ctx.config, { instanceId, address: addressKey(tenantId, one) }, key)
    const wanted = receivers.filter((one) => !unsubscribed.includes(one))
    for (const [sent, receiver] of wanted.entries()) {
      const address = outside.get(receiver)
      const content = address ? outsideContent(ctx.config, body, { tenantId, organization, address }) : body
      try {
        await mailer.send({ to: receiver, messageId: idOf(receiver), ...replies, ...content })
      } catch (error) {
        const refused = isRefusal(error)
        const text = refused ? 'The mail server rejected this message' : 'The mail server couldn’t be reached'
        // Tried again by itself, those who have it would get it once more each time, and under the new key that follows
        // on a refusal as another message: somebody decides that.
        if (sent > 0) return { ok: false, code: 'unknown', text: `${text} for ${receiver}. The others received it.` }
        return { ok: false, code: refused ? 'refused' : 'unreachable', text: `${text}.` }
      }
    }
    const [first] = wanted
    const output = { message_id: first === undefined ? '' : idOf(first) }
    return unsubscribed.length > 0 ? { ok: true, output, note: leftOut(unsubscribed) } : { ok: true, output }
  }
