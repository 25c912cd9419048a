import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server as NetServer } from 'node:net'
import type { Json } from '@throughline/flow/eval'
import type { Connector } from '../../src/areas/integrations/connectors/connector.ts'
import { makeCertificate } from '../certificate.ts'
import { listen } from '../listen.ts'

/** Long enough to be masked, and in no text of ours. */
export const SECRET = 'c4narY-s3cret-0f-th1s-c0nnection'

/** What the other side does. */
export type Behaviour =
  | 'good'
  | 'client_error'
  | 'server_error'
  | 'silent'
  | 'cut'
  | 'oversize'
  | 'redirect'
  | 'bad_tls'
  | 'busy'
  | 'hostile'
  | 'no_protocol'
  | 'wrong_schema'
  | 'echo'
  | 'echo_error'
  | 'empty'

/** Where a server stands, and the marks of the calls that arrived: what a receiver would recognise a repeat by. */
export interface Place {
  host: string
  port: number
  scheme: 'http' | 'https'
  keys: string[]
}

/** A connector with what it is tried with. */
export interface Subject {
  connector: Connector
  /** Of a tool whose address is its own: the tool is made for the place. */
  at?: (place: Omit<Place, 'keys'>) => Connector
  operation: string
  /** What is sent; some servers are asked for what they are to do. */
  input: (behaviour: Behaviour) => Record<string, Json>
  configuration: (at: Omit<Place, 'keys'>, secret?: string) => Record<string, Json>
  serve: (behaviour: Behaviour) => Promise<Place>
  /** What must not come back, where it is another than usual. */
  secret?: string
  /** What comes of a call that goes well. */
  output: Record<string, Json>
  /** Cases that mean nothing here, and why. */
  without?: Readonly<Record<string, string>>
}

const servers: (Server | NetServer)[] = []

/** Starts a server on this machine that `closeAll` ends. */
export async function open(server: Server | NetServer): Promise<number> {
  servers.push(server)
  return await listen(server)
}

export function closeAll(): void {
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
  servers.length = 0
}

export interface Reply {
  status: number
  body: string
  headers?: Record<string, string>
}

export interface Arrived {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** How one kind of service answers over HTTP. */
export interface Shape {
  good: (arrived: Arrived) => Reply
  /** As it says that something is wrong. */
  problem: (status: number, text: string) => Reply
  /** Answers that go well and hold this text. */
  echo?: (text: string) => Reply
  wrong_schema?: Reply
  /** Where a receiver looks for the key of a call. */
  keyOf?: (arrived: Arrived) => string
}

const HOSTILE = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"ok":true,"deep":${'['.repeat(2_000)}${']'.repeat(2_000)},"text":"\\u0000\\ud800"}`

/** What is answered where that is not what goes well. */
const REPLIES: Partial<Record<Behaviour, (shape: Shape) => Reply | undefined>> = {
  client_error: ({ problem }) => problem(422, 'No such account'),
  server_error: ({ problem }) => problem(500, 'out of memory'),
  busy: ({ problem }) => ({ ...problem(429, 'slow down'), headers: { 'retry-after': '90' } }),
  echo: ({ echo }) => echo?.(SECRET),
  echo_error: ({ problem }) => problem(422, `No account for ${SECRET}`),
  wrong_schema: ({ wrong_schema }) => wrong_schema,
  hostile: () => ({ status: 200, body: HOSTILE }),
  no_protocol: () => ({ status: 200, body: '<!doctype html><h1>Welcome</h1>' }),
  empty: () => ({ status: 200, body: '' }),
  oversize: () => ({ status: 200, body: 'x'.repeat(2_000_000) }),
  redirect: () => ({ status: 307, body: '', headers: { location: 'https://elsewhere.example/' } }),
}

/** A server that speaks HTTP and behaves like that. */
export async function serveHttp(behaviour: Behaviour, shape: Shape): Promise<Place> {
  const keys: string[] = []
  const keyOf = shape.keyOf ?? (({ headers }) => String(headers['idempotency-key']))
  const isTls = behaviour === 'bad_tls'
  const server = isTls ? createTlsServer(makeCertificate()) : createServer()
  server.on('request', (request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const arrived = { path: request.url ?? '', headers: request.headers, body }
      keys.push(keyOf(arrived))
      if (behaviour === 'silent') return
      if (behaviour === 'cut') {
        response.writeHead(200, { 'content-length': '500' }).write('{"half":', () => response.destroy())
        return
      }
      const reply = REPLIES[behaviour]?.(shape) ?? shape.good(arrived)
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  return { host: '127.0.0.1', port: await open(server), scheme: isTls ? 'https' : 'http', keys }
}
