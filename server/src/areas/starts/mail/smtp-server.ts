import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { MAX_MAIL_BYTES } from '@throughline/contracts/mail-starts'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Context } from '../../../core/context.ts'
import { networkOf } from '../../../core/http/rate-limits.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { findRecipient, keepMail, keepsTooMuch, type Recipient } from './receive-mail.ts'

const MAX_RECIPIENTS = 20
const MAX_CLIENTS = 50
/** In a minute: messages to one address, whoever brings them, since behind a border server all come from one. */
const MAX_FOR_ADDRESS = 600
/** And names that are nobody's, from one network: they cost those that are somebody's nothing. */
const MAX_UNKNOWN = 600
const TOO_LARGE = { code: 'too_large', message: 'Rejected: over 25 MB' }

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const tryLater = () => refusal(451, 'Try again later')

/** Neighbours share what they may use: a /24 of the one kind of address, a /64 of the other. */
export const neighborhoodOf = (address: string): string => {
  const plain = address.replace(/^::ffff:/, '')
  return isIPv6(plain) ? networkOf(plain) : plain.split('.').slice(0, 3).join('.')
}

type MailSession = SMTPServerSession & { recipients?: Map<string, Recipient> }

async function* counted(stream: SMTPServerDataStream, size: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size.bytes += bytes.length
    // The rest is read, as the protocol wants, and kept by nobody.
    if (size.bytes <= MAX_MAIL_BYTES) yield bytes
  }
}

/** Whose mail is taken now, within what addresses and networks may have. */
function createAcceptRecipient(ctx: Context) {
  const known = new RateLimiterMemory({ points: MAX_FOR_ADDRESS, duration: 60 })
  const unknown = new RateLimiterMemory({ points: MAX_UNKNOWN, duration: 60 })
  const take = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).catch(() => {
      throw tryLater()
    })

  return async (address: string, session: MailSession): Promise<void> => {
    const recipients = (session.recipients ??= new Map())
    if (recipients.size >= MAX_RECIPIENTS) throw refusal(452, 'Too many recipients')
    const found = await findRecipient(ctx, address)
    if (!found) {
      await take(unknown, neighborhoodOf(session.remoteAddress))
      throw refusal(550, 'No such address')
    }
    await take(known, found.addressId)
    if (await keepsTooMuch(ctx, found)) throw refusal(452, 'Mailbox full, try again later')
    recipients.set(found.addressId, found)
  }
}

/** Receives for known addresses only. 250 is said after object and rows are committed; until then the sender repeats. */
export function createMailServer(ctx: Context, storage: Pick<Storage, 'receiveStream' | 'quarantined' | 'release'>) {
  const { config, log } = ctx
  const acceptRecipient = createAcceptRecipient(ctx)

  async function receive(stream: SMTPServerDataStream, session: MailSession): Promise<void> {
    const recipients = [...(session.recipients?.values() ?? [])]
    delete session.recipients
    const { mailFrom } = session.envelope
    const envelopeFrom = mailFrom ? mailFrom.address : ''
    const size = { bytes: 0 }
    const [first, ...others] = recipients
    if (!first) throw refusal(554, 'No recipients')
    const received = await storage.receiveStream(Readable.from(counted(stream, size)))
    const mail = { size: size.bytes, envelopeFrom }
    if (size.bytes > MAX_MAIL_BYTES) {
      await storage.release(received)
      for (const recipient of recipients)
        await keepMail(ctx, recipient, { ...mail, objectKey: null, rejected: TOO_LARGE })
      throw refusal(552, 'Message exceeds 25 MB')
    }
    // Each recipient may belong to another workspace, so each has an object of its own: a copy of what is stored, before the
    // first is read and removed. No message is held in memory.
    const kept = [{ recipient: first, objectKey: received }]
    for (const recipient of others) {
      const { stream: copied } = await storage.quarantined(received)
      kept.push({ recipient, objectKey: await storage.receiveStream(copied) })
    }
    for (const { recipient, objectKey } of kept) await keepMail(ctx, recipient, { ...mail, objectKey })
  }

  /** What nobody foresaw is told to those who run this; the sender's server tries again. */
  async function answer(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
    const problem = await work.then(
      () => null,
      (error: unknown) => {
        if (error instanceof Error && 'responseCode' in error) return error
        log.error({ err: error }, 'a mail could not be received')
        return tryLater()
      },
    )
    done(problem)
  }

  return new SMTPServer({
    name: config.MAIL_IN_DOMAIN ?? 'localhost',
    banner: 'Throughline',
    // A little more, so that the size is ours to judge and to note.
    size: MAX_MAIL_BYTES + 1_048_576,
    authOptional: true,
    // Encrypted only with the installation's own certificate: the library's is known to everybody.
    disabledCommands: config.TLS_CERT_FILE ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: MAX_CLIENTS,
    socketTimeout: 60_000,
    closeTimeout: 10_000,
    ...(config.TLS_CERT_FILE &&
      config.TLS_KEY_FILE && { cert: readFileSync(config.TLS_CERT_FILE), key: readFileSync(config.TLS_KEY_FILE) }),
    onMailFrom: (_, session: MailSession, done) => {
      session.recipients = new Map()
      done()
    },
    onRcptTo: ({ address }, session, done) => void answer(acceptRecipient(address, session), done),
    onData: (stream, session, done) => void answer(receive(stream, session), done),
  })
}
