import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { postgres } from '../../src/areas/integrations/connectors/postgres.ts'
import { smtp } from '../../src/areas/integrations/connectors/smtp.ts'
import { readConfig } from '../../src/core/config.ts'
import { makeCertificate } from '../certificate.ts'
import { createTestDatabase } from '../database.ts'
import { type Behaviour, open, type Place, SECRET, type Subject } from './subject.ts'

const HOST = '127.0.0.1'

/** A server that does one thing with each connection. */
async function serveSocket(act: (socket: Socket) => void): Promise<Place> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    act(socket)
  })
  return { host: HOST, port: await open(server), scheme: 'http', keys: [] }
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/** What a mail server says to an address; nothing where it takes it. */
const TO_RECEIVERS: Partial<Record<Behaviour, Error>> = {
  client_error: refusal(550, 'No such mailbox'),
  busy: refusal(451, 'Greylisted, come back later'),
  echo_error: refusal(550, `No mailbox for ${SECRET}`),
  hostile: refusal(550, `Refused ${'\u001b[2J\u0007'.repeat(500)}`),
}

async function serveMail(behaviour: Behaviour): Promise<Place> {
  if (behaviour === 'silent') return serveSocket(() => undefined)
  if (behaviour === 'cut')
    return serveSocket((socket) => void socket.once('data', () => socket.destroy()).write('220 here\r\n'))
  if (behaviour === 'no_protocol') return serveSocket((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  if (behaviour === 'oversize') return serveSocket((socket) => void socket.write(Buffer.alloc(2_000_000, '2')))
  const keys: string[] = []
  const secured: SMTPServerOptions =
    behaviour === 'bad_tls' ? { ...makeCertificate(), secure: true } : { hideSTARTTLS: true }
  const server = new SMTPServer({
    ...secured,
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === SECRET ? callback(null, { user: username ?? '' }) : callback(refusal(535, 'Wrong password')),
    onRcptTo: (_address, _session, callback) => callback(TO_RECEIVERS[behaviour]),
    onData: (stream, _session, callback) => {
      let mail = ''
      stream.on('data', (chunk) => (mail += String(chunk)))
      stream.on('end', () => {
        keys.push(/^Message-ID: (.*)$/im.exec(mail)?.[1] ?? '')
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  return { host: HOST, port: await open(server.server), scheme: behaviour === 'bad_tls' ? 'https' : 'http', keys }
}

export const smtpSubject: Subject = {
  connector: smtp,
  operation: 'send',
  input: () => ({ to: 'maya@example.com', subject: 'News', text: 'Hello' }),
  configuration: ({ host, port, scheme }, secret = SECRET) => ({
    host,
    port,
    username: 'sender',
    password: secret,
    from: 'sender@example.com',
    security: scheme === 'https' ? 'TLS' : 'None',
  }),
  serve: serveMail,
  output: { accepted: ['maya@example.com'], rejected: [] },
  without: {
    server_error: 'A mail server that is at fault asks to come back, as in “asks for time”.',
    redirect: 'Mail servers lead nowhere else.',
    wrong_schema: 'Its results are made from codes.',
    echo: 'Its results are made from codes.',
    empty: 'A mail server always answers with a code.',
  },
}

const config = readConfig()
/** One that the role may connect to; the suite that uses the subject drops it. */
export const testDatabase = await createTestDatabase()
const database = { host: config.PG_HOST, port: config.PG_DIRECT_PORT }
const password = config.PG_PASSWORD_TL_API.reveal()

/** A message of the protocol: its kind, its length, its content. */
function message(kind: string, content: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(content) + 4)
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)])
}
const STARTING = message('E', 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')

/** What a database does that is not a real one. */
const AT_FAULT: Partial<Record<Behaviour, (socket: Socket) => void>> = {
  silent: () => undefined,
  cut: (socket) => socket.once('data', () => socket.destroy()),
  server_error: (socket) => socket.once('data', () => socket.end(STARTING)),
  no_protocol: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  bad_tls: (socket) =>
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...makeCertificate() }).on('error', () => undefined)
    }),
}

async function serveDatabase(behaviour: Behaviour): Promise<Place> {
  const act = AT_FAULT[behaviour]
  if (!act) return { ...database, scheme: 'http', keys: [] }
  return { ...(await serveSocket(act)), scheme: behaviour === 'bad_tls' ? 'https' : 'http' }
}

const QUERIES: Partial<Record<Behaviour, string>> = {
  client_error: 'select nothing_of_that_name',
  oversize: "select repeat('x', 2000000) as text",
  hostile: "select set_config('transaction_read_only', 'off', true), nextval('pg_temp.none')",
  echo: `select '${password}' as total`,
  echo_error: `select '${password}'::int as total`,
  empty: 'select 1 as total where false',
}

export const postgresSubject: Subject = {
  connector: postgres,
  operation: 'query',
  input: (behaviour) => ({
    query: QUERIES[behaviour] ?? 'select $1::int + 1 as total;',
    values: QUERIES[behaviour] ? [] : [11],
  }),
  configuration: ({ host, port, scheme }, secret = SECRET) => {
    // The database of this machine knows its own password alone.
    const isReal = port === database.port && secret === SECRET
    return {
      host,
      port,
      database: testDatabase.name,
      username: 'tl_api',
      password: isReal ? password : secret,
      security: scheme === 'https' ? 'TLS' : 'None',
    }
  },
  secret: password,
  serve: serveDatabase,
  output: { rows: [{ total: 12 }], row_count: 1, more: false },
  without: {
    redirect: 'Databases lead nowhere else.',
    busy: 'A database has no word for it; one that is full is tried again.',
    repeat: 'It only reads.',
    wrong_schema: 'What a query answers is not known here.',
  },
}
