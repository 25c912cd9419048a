import type { Context } from '../../../core/context.ts'
import type { Message } from './read-message.ts'

const PRECEDENCES = ['bulk', 'junk', 'list', 'auto_reply']
const ROBOTS = /^(mailer-daemon|postmaster)@/

export const domainOf = (address: string): string => address.split('@').at(-1) ?? ''

/** Domains in which our own mails are written. */
export interface OwnMail {
  /** That of the addresses that start workflows. */
  domain: string
  /** That in which our mails and their Message-IDs are written. */
  from: string
}

export const ownMailOf = ({ config }: Pick<Context, 'config'>): OwnMail => ({
  domain: config.MAIL_IN_DOMAIN ?? '',
  from: /@([^\s@<>]+)>?$/.exec(config.MAIL_FROM)?.[1] ?? '',
})

/** Why nothing is started by a message, whoever sent it: programs that answer each other would never end. */
export function automaticReason(message: Message, envelopeFrom: string, own: OwnMail): string | undefined {
  const { auto_submitted, precedence, sender_address, content_type } = message
  if (envelopeFrom === '' || content_type.startsWith('multipart/report')) return 'Delivery report, ignored'
  if (auto_submitted.some((value) => value.trim().toLowerCase() !== 'no')) return 'Automatic reply, ignored'
  if (message.auto_reply > 0) return 'Automatic reply, ignored'
  if (message.list_id > 0 || precedence.some((value) => PRECEDENCES.includes(value.trim().toLowerCase())))
    return 'Mailing list or bulk email, ignored'
  if (ROBOTS.test(sender_address)) return 'Sent by a program, ignored'
  const isOurs = [own.domain, own.from].includes(domainOf(sender_address))
  return isOurs || message.message_id.endsWith(`@${own.from}>`) ? 'Our own email, ignored' : undefined
}

export const isReplyToUs = ({ answers }: Message, own: OwnMail): boolean => answers.includes(`@${own.from}>`)

/**
 * What the installation's own border server found out, where one is named: it is believed in the topmost line only, since it
 * writes its own above everything that came with the message.
 */
export function borderVerified(
  { authentication, froms, sender_address }: Message,
  border: string | undefined,
): boolean {
  const [top = ''] = authentication
  const [server = '', ...results] = top.split(';').map((part) => part.trim().toLowerCase())
  if (!border || froms !== 1 || server.split(/\s/)[0] !== border.toLowerCase()) return false
  const domain = domainOf(sender_address)
  return results.some((result) => {
    const from = /\bheader\.from=([^\s;]+)/.exec(result)?.[1] ?? ''
    return /^dmarc=pass\b/.test(result) && domainOf(from) === domain
  })
}
