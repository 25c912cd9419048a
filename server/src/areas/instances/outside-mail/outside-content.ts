import type { TenantId } from '@throughline/contracts/ids'
import type { Config } from '../../../core/config.ts'
import { unsubscribeLink } from '../../../core/mail/outside/unsubscribe-link.ts'

export interface MailBody {
  subject: string
  text: string
  html: string
}

interface OutsideReceiver {
  tenantId: TenantId
  organization: string
  /** By its key. */
  address: string
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

/** Organizations name themselves; a line break would let one write further lines of the footer. */
const oneLine = (name: string) => name.replaceAll(/\s+/g, ' ').trim()

/** A stranger reads who sent it, and has a way to get no more of it, in the mail and for their mail program (RFC 8058). */
export function outsideContent(
  config: Pick<Config, 'COOKIE_SECRET' | 'APP_ORIGIN'>,
  { subject, text, html }: MailBody,
  { tenantId, organization, address }: OutsideReceiver,
) {
  const link = unsubscribeLink(config, { tenantId, address })
  const sender = `Sent by ${oneLine(organization)} with Throughline.`
  return {
    subject,
    text: `${text}\n\n-- \n${sender}\nUnsubscribe: ${link}\n`,
    html: `${html}<hr><p><small>${escaped(sender)}<br><a href="${link}">Unsubscribe</a></small></p>`,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
