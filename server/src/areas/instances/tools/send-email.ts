import { createHash } from 'node:crypto'
import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { readTenantOnce } from '../../../core/db/in-tenant.ts'
import type { Mailer } from '../../../core/mail/mailer.ts'
import { messageIdOf } from '../../../core/mail/message-id.ts'
import { type RunTool, type ToolAnswer, textOf } from './tool.ts'

const MOST_RECEIVERS = 20
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/
const MEMBER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

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

/** One mail for each address, each under a Message-ID made of the key: a repeat is the same mail. */
export const createSendEmail =
  (ctx: Context, mailer: Mailer): RunTool =>
  async ({ tenantId, key, parameters }): Promise<ToolAnswer> => {
    const { to, subject, text: said } = parameters
    const named = (Array.isArray(to) ? to.map(textOf) : textOf(to).split(/[,;\s]+/)).filter((one) => one !== '')
    const receivers = [...new Set(await addressesOf(ctx, tenantId, named))]
    const odd = receivers.find((one) => !ADDRESS.test(one))
    if (odd !== undefined) return { ok: false, code: 'refused', text: `${odd} is no e-mail address.` }
    if (receivers.length === 0 || receivers.length > MOST_RECEIVERS)
      return { ok: false, code: 'refused', text: `A message goes to one to ${MOST_RECEIVERS} addresses.` }
    const content = { subject: textOf(subject), text: textOf(said), html: `<p>${escaped(textOf(said))}</p>` }
    const idOf = (one: string) =>
      messageIdOf(ctx.config, createHash('sha256').update(`${key} ${one}`).digest('hex').slice(0, 32))
    for (const [sent, receiver] of receivers.entries()) {
      try {
        await mailer.send({ to: receiver, messageId: idOf(receiver), ...content })
      } catch (error) {
        if (!isRefusal(error)) return { ok: false, code: 'unreachable', text: 'The mail server could not be reached.' }
        const text = 'The mail server does not take this message'
        // Under the new key that follows on a refusal, those who have it would get it as another message.
        if (sent > 0) return { ok: false, code: 'unknown', text: `${text} for ${receiver}. Others have it.` }
        return { ok: false, code: 'refused', text: `${text}.` }
      }
    }
    return { ok: true, output: { message_id: idOf(receivers[0] ?? '') } }
  }
