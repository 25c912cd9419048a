import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Json } from '@throughline/flow/eval'
import { createTransport } from 'nodemailer'
import { isMailAddress } from '../../../core/mail/mailer.ts'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { failureOf } from './http-call.ts'
import { inSteps, problemOf } from './test-steps.ts'
import { type FailedAnswer, refused, rejected, type ToolAnswer } from './tool-answer.ts'
import { numberIn, placeOf, textIn } from './values.ts'

const MAX_RECEIVERS = 50
/** Mail servers say little. */
const MAX_BYTES = 256 * 1024
/** Servers that put somebody off expect them back after a while. */
const COME_BACK_MS = 60_000

const SECURITY = { STARTTLS: 'later', TLS: 'at_once', None: 'never' } as const
type Security = keyof typeof SECURITY
const isSecurity = (name: string): name is Security => Object.hasOwn(SECURITY, name)

function settingsOf(configuration: Record<string, Json>) {
  const security = textIn(configuration, 'security')
  return {
    host: textIn(configuration, 'host'),
    port: numberIn(configuration, 'port', 587),
    security: isSecurity(security) ? security : 'STARTTLS',
    user: textIn(configuration, 'username'),
    pass: textIn(configuration, 'password'),
    from: textIn(configuration, 'from'),
  }
}
type Settings = ReturnType<typeof settingsOf>

/** Speaks over a connection that was checked, and over no other. */
async function openTransport({ egress, signal }: Reach, { host, port, security, user, pass }: Settings) {
  const connection = await egress.dial({ host, port, tls: SECURITY[security], signal, maxBytes: MAX_BYTES })
  return createTransport({
    host,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'None',
    tls: isIP(host) === 0 ? { servername: host } : {},
    ...(user !== '' && { auth: { user, pass } }),
    getSocket: (_options, callback) => callback(null, { connection, secured: security === 'TLS' }),
    greetingTimeout: egress.timeoutMs,
    socketTimeout: egress.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const valueOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** What the server said, and what that means; it takes a mail as a whole or not at all. */
function failedMail(error: unknown, settings: Settings): FailedAnswer {
  const code = valueOf(error, 'code')
  const status = Number(valueOf(error, 'responseCode') ?? 0)
  const response = valueOf(error, 'response')
  const said = typeof response === 'string' ? `: ${response.split('\n')[0] ?? ''}` : '.'
  if (code === 'EAUTH' && status >= 500)
    return { ok: false, code: 'signed_out', text: `The mail server didn’t accept the username and password${said}` }
  if (status >= 500) return rejected(`The mail server rejected this message${said}`)
  if (status >= 400) {
    const until = new Date(Date.now() + COME_BACK_MS)
    return { ok: false, code: 'held', until, text: `The mail server asked to try again later${said}` }
  }
  const place = `${settings.host}:${settings.port}`
  const text =
    code === 'ETLS' || code === 'EREQUIRETLS'
      ? `${place} didn’t offer a secure connection with a valid certificate.`
      : code === 'ETIMEDOUT'
        ? `${place} didn’t answer in time.`
        : `${place} ended the connection.`
  return { ok: false, code: 'unreachable', text }
}

/** What somebody does with the mail server, or why that failed. */
async function withTransport<Result>(
  reach: Reach,
  settings: Settings,
  act: (transport: Awaited<ReturnType<typeof openTransport>>) => Promise<Result>,
): Promise<Result | FailedAnswer> {
  let transport: Awaited<ReturnType<typeof openTransport>>
  try {
    transport = await openTransport(reach, settings)
  } catch (error) {
    return failureOf(error, placeOf(settings))
  }
  try {
    return await act(transport)
  } catch (error) {
    if (reach.signal.aborted) throw reach.signal.reason
    return failedMail(error, settings)
  } finally {
    transport.close()
  }
}

const listed = (value: Json | undefined): string[] => {
  const given = Array.isArray(value) ? value : [value]
  return given.flatMap((one) => (typeof one === 'string' ? one.split(/[,;\s]+/) : [])).filter((one) => one !== '')
}

async function call(reach: Reach, { input, configuration, key, marks }: ConnectorCall): Promise<ToolAnswer> {
  const settings = settingsOf(configuration)
  const [to, cc] = [listed(input.to), listed(input.cc)]
  const odd = [settings.from, ...to, ...cc].find((one) => !isMailAddress(one))
  if (odd !== undefined) return refused(`${odd === '' ? 'The sender' : odd} isn’t an email address.`)
  if (to.length === 0 || to.length + cc.length > MAX_RECEIVERS)
    return refused(`A message needs 1 to ${MAX_RECEIVERS} addresses.`)
  const named = createHash('sha256').update(key).digest('hex').slice(0, 32)
  const html = textIn(input, 'html')
  const sent = await withTransport(reach, settings, (transport) =>
    transport.sendMail({
      from: { name: '', address: settings.from },
      to: to.map((address) => ({ name: '', address })),
      cc: cc.map((address) => ({ name: '', address })),
      subject: textIn(input, 'subject'),
      text: textIn(input, 'text'),
      ...(html !== '' && { html }),
      // Most mailboxes show one message for a repeat of it.
      messageId: `<${named}@${settings.from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...marks },
    }),
  )
  if (!('messageId' in sent)) return sent
  const output = { message_id: sent.messageId, accepted: sent.accepted, rejected: sent.rejected }
  if (sent.rejected.length === 0) return { ok: true, output }
  return { ok: true, output, note: `The mail server rejected ${sent.rejected.join(', ')}. The others received it.` }
}

export const smtp: Connector = {
  id: 'c0000002-0000-4000-8000-000000000000',
  name: 'SMTP',
  short_description: 'Sends email through your own mail server',
  description: 'Sends messages by a mail server of yours, from an address of yours.',
  categories: ['productivity', 'customer-support'],
  tool_url: 'https://www.rfc-editor.org/rfc/rfc5321',
  is_paid: false,
  schema: {
    type: 'object',
    properties: {
      host: { type: 'string', title: 'Server' },
      port: { type: 'integer', title: 'Port', default: 587 },
      security: { type: 'string', title: 'Security', enum: Object.keys(SECURITY), default: 'STARTTLS' },
      username: { type: 'string', title: 'Username' },
      password: { type: 'string', title: 'Password', format: 'password' },
      from: { type: 'string', title: 'Sender address', format: 'email' },
    },
    required: ['host', 'from'],
  },
  operations: [
    {
      name: 'send',
      title: 'Send a message',
      input: {
        type: 'object',
        properties: {
          to: { title: 'To', 'x-max-addresses': MAX_RECEIVERS },
          cc: { title: 'Cc', 'x-max-addresses': MAX_RECEIVERS },
          subject: { type: 'string', title: 'Subject' },
          text: { type: 'string', title: 'Message' },
          html: { type: 'string', title: 'Message as HTML' },
        },
        required: ['to', 'subject', 'text'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          message_id: { type: 'string', title: 'Message ID' },
          accepted: { type: 'array', title: 'Accepted addresses', items: { type: 'string' } },
          rejected: { type: 'array', title: 'Rejected addresses', items: { type: 'string' } },
        },
        required: ['message_id'],
      },
      repeat: 'once',
    },
  ],
  test: (reach, configuration) => {
    const settings = settingsOf(configuration)
    const { host, port, user, from } = settings
    const signedIn = user === '' ? 'Greet the mail server' : `Sign in as ${user}`
    const verify = async () => {
      const answer = await withTransport(reach, settings, (transport) => transport.verify())
      return answer === true ? undefined : problemOf(answer)
    }
    const checkSender = async () => (isMailAddress(from) ? undefined : 'The sender isn’t an email address.')
    return inSteps([
      ['Check the sender address', checkSender],
      [`Connect to ${host}:${port}. ${signedIn}`, verify],
    ])
  },
  call,
}
