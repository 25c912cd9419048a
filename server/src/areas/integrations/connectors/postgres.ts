import type { Socket } from 'node:net'
import type { Json } from '@throughline/flow/eval'
import pg from 'pg'
import { EgressError } from '../../../core/egress/egress-error.ts'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { failureOf } from './http-call.ts'
import { inSteps, problemOf } from './test-steps.ts'
import { type FailedAnswer, rejected, type ToolAnswer } from './tool-answer.ts'
import { numberIn, placeOf, textIn } from './values.ts'

const MAX_ROWS = 1_000
const MAX_BYTES = 1_048_576

function settingsOf(configuration: Record<string, Json>) {
  return {
    host: textIn(configuration, 'host'),
    port: numberIn(configuration, 'port', 5432),
    database: textIn(configuration, 'database'),
    user: textIn(configuration, 'username'),
    password: textIn(configuration, 'password'),
    isPlain: textIn(configuration, 'security') === 'None',
  }
}
type Settings = ReturnType<typeof settingsOf>

const { builtins } = pg.types
/** Read as what they are; everything else as the text that the database writes, which loses nothing. */
const PARSED = [
  builtins.BOOL,
  builtins.INT2,
  builtins.INT4,
  builtins.FLOAT4,
  builtins.FLOAT8,
  builtins.JSON,
  builtins.JSONB,
]
const asText = (value: string) => value
const parsers = new Map<number, (value: string) => unknown>(
  PARSED.map((oid) => [oid, pg.types.getTypeParser(oid, 'text')]),
)
const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? asText }

/** Speaks over a connection that was checked, and over no other. */
function clientOf(socket: Socket, { isPlain, ...access }: Settings, timeoutMs: number): pg.Client {
  // The client would connect by itself; it is told that this has happened.
  const connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  const stream = () => Object.assign(socket, { connect })
  const client = new pg.Client({ ...access, stream, ssl: !isPlain, types, connectionTimeoutMillis: timeoutMs })
  // Told by whatever waits for an answer; without a listener it would end the process.
  client.on('error', () => undefined)
  return client
}

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** By the classes of its codes; what is wrong with the query stays wrong. */
function failedQuery(error: unknown, place: string, timeoutMs: number): FailedAnswer {
  const code = codeOf(error)
  if (!/^[0-9A-Z]{5}$/.test(code) || !(error instanceof pg.DatabaseError))
    return failureOf(new EgressError('connection_failed', 'the connection failed', { cause: error }), place)
  const text = `The database answered: ${error.message}`
  if (code.startsWith('28')) return { ok: false, code: 'signed_out', text }
  if (code === '57014') return rejected(`The query took longer than ${timeoutMs / 1000} seconds.`)
  return /^(08|53|57|58|XX)/.test(code) ? { ok: false, code: 'unreachable', text } : rejected(text)
}

/** What somebody does with the database, in a transaction that can change nothing, or why that failed. */
async function inDatabase<Result>(
  { egress, signal }: Reach,
  settings: Settings,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result | FailedAnswer> {
  const { timeoutMs } = egress
  const { host, port, isPlain } = settings
  const place = placeOf(settings)
  let socket: Socket
  try {
    socket = await egress.dial({ host, port, tls: isPlain ? 'never' : 'later', signal, maxBytes: MAX_BYTES })
  } catch (error) {
    return failureOf(error, place)
  }
  const client = clientOf(socket, settings, timeoutMs)
  try {
    await client.connect()
    await client.query(`begin transaction read only; set local statement_timeout = ${timeoutMs}`)
    const result = await act(client)
    // The connection is ended by it only a moment later.
    if (socket.bytesRead <= MAX_BYTES) return result
    return failureOf(new EgressError('too_large', 'the rows are too large'), place)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return socket.errored instanceof EgressError
      ? failureOf(socket.errored, place)
      : failedQuery(error, place, timeoutMs)
  } finally {
    // Nothing is to be kept, so the end of the connection ends the transaction.
    socket.destroy()
  }
}

const isListOfValues = (value: Json | undefined): value is Json[] => Array.isArray(value)
const parameterOf = (value: Json) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

async function call(reach: Reach, { input, configuration }: ConnectorCall): Promise<ToolAnswer> {
  const values = isListOfValues(input.values) ? input.values.map(parameterOf) : []
  const query = textIn(input, 'query').replace(/[;\s]+$/, '')
  const found = await inDatabase(reach, settingsOf(configuration), async (client) => {
    // The extended protocol takes one statement, and a cursor only one that reads.
    const declared = { text: `declare found no scroll cursor for ${query}`, values, queryMode: 'extended' }
    await client.query(declared)
    return await client.query<Record<string, Json>>(`fetch ${MAX_ROWS + 1} from found`)
  })
  if ('code' in found) return found
  const rows = found.rows.slice(0, MAX_ROWS)
  return { ok: true, output: { rows, row_count: rows.length, more: found.rows.length > MAX_ROWS } }
}

export const postgres: Connector = {
  id: 'c0000004-0000-4000-8000-000000000000',
  name: 'PostgreSQL',
  short_description: 'Reads rows from a database',
  description: `Runs a query in a read-only transaction and answers with up to ${MAX_ROWS} rows.`,
  categories: ['development', 'finance'],
  tool_url: 'https://www.postgresql.org/',
  is_paid: false,
  schema: {
    type: 'object',
    properties: {
      host: { type: 'string', title: 'Server' },
      port: { type: 'integer', title: 'Port', default: 5432 },
      database: { type: 'string', title: 'Database' },
      username: { type: 'string', title: 'Username' },
      password: { type: 'string', title: 'Password', format: 'password' },
      security: { type: 'string', title: 'Security', enum: ['TLS', 'None'], default: 'TLS' },
    },
    required: ['host', 'database', 'username', 'password'],
  },
  operations: [
    {
      name: 'query',
      title: 'Read rows',
      input: {
        type: 'object',
        properties: {
          query: { type: 'string', title: 'Query', description: 'One SELECT. Use $1, $2, … for the values.' },
          values: { type: 'array', title: 'Values' },
        },
        required: ['query'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          rows: { type: 'array', title: 'Rows', items: { type: 'object' } },
          row_count: { type: 'integer', title: 'Number of rows' },
          more: { type: 'boolean', title: 'Has more rows' },
        },
        required: ['rows', 'row_count', 'more'],
      },
      repeat: 'reads',
    },
  ],
  test: (reach, configuration) => {
    const settings = settingsOf(configuration)
    const { host, port, user, database } = settings
    const attempt = async () => {
      const answer = await inDatabase(reach, settings, (client) => client.query('select 1'))
      return 'code' in answer ? problemOf(answer) : undefined
    }
    return inSteps([[`Connect to ${host}:${port} and sign in to “${database}” as ${user}, for reading`, attempt]])
  },
  call,
}
