import { login } from '@throughline/contracts/auth'
import { type Client, createClient } from '@throughline/contracts/client'
import type { FastifyInstance } from 'fastify'
import { type ApiServer, createApiServer } from '../src/main/api-server.ts'
import { testConfig } from './config.ts'
import { createTestDatabase, sharedDatabase, type TestDatabase } from './database.ts'
import { PASSWORD } from './factories.ts'
import { ENGINE_AWAY } from './queued-mails.ts'

export interface TestApi extends ApiServer {
  database: TestDatabase
}

export interface OwnApi extends TestApi {
  close(): Promise<void>
}

/** A real API process's worth of product on this database; several can share one. */
export async function startApi(database: TestDatabase, overrides: NodeJS.ProcessEnv = {}): Promise<OwnApi> {
  const server = await createApiServer(
    testConfig(database.name, { PG_POOL_SIZE: '6', TRUST_PROXY: '127.0.0.1', ...overrides }),
  )
  await server.app.ready()
  const close = async () => {
    for (const [, step] of server.shutdown) await step()
  }
  return { ...server, database, close }
}

let shared: Promise<TestApi> | undefined

/**
 * The one API, on the one database, of all files that this worker runs: tenants keep them apart, as they keep customers
 * apart. What is queued stays in the outbox. Nobody closes it; it ends with the worker.
 */
export function sharedApi(): Promise<TestApi> {
  shared ??= sharedDatabase().then((database) => startApi(database, ENGINE_AWAY))
  return shared
}

/** For tests that look across tenants or change the world: the same with a database of its own. */
export async function createTestApi(overrides: Record<string, string> = {}): Promise<OwnApi> {
  const database = await createTestDatabase()
  const api = await startApi(database, overrides)
  const close = async () => {
    await api.close()
    await database.drop()
  }
  return { ...api, close }
}

/** A browser's worth of cookies over `inject`. Each visitor has an address of its own, so that rate limits stay apart. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly address = `10.${rand()}.${rand()}.${rand()}`
  readonly origin: string
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, origin: string) {
    this.#app = app
    this.origin = origin
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const content = await contentOf(init.body)
    const response = await this.#app.inject({
      method: verb(init.method),
      url: url.pathname + url.search,
      headers: {
        // As browsers say it of what a page sends to its own server.
        ...(verb(init.method) !== 'GET' && { origin: this.origin }),
        ...Object.fromEntries(new Headers(init.headers)),
        ...content.headers,
        host: new URL(this.origin).host,
        'x-forwarded-for': this.address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(content.payload === undefined ? {} : { payload: content.payload }),
    })
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || cookie.value === '') this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    const answer = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) answer.set(name, String(value))
    return new Response(new Uint8Array(response.rawPayload), { status: response.statusCode, headers: answer })
  }

  client(): Client {
    return createClient({ origin: this.origin, fetch: this.fetch })
  }
}

const rand = () => Math.floor(Math.random() * 250) + 1

function verb(method: string | undefined) {
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : 'GET'
}

interface Content {
  payload?: string | Buffer
  headers?: Record<string, string>
}

async function contentOf(body: RequestInit['body']): Promise<Content> {
  if (typeof body === 'string') return { payload: body }
  if (!(body instanceof FormData)) return {}
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
}

export async function signIn(api: TestApi, username: string, password = PASSWORD) {
  const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
  const client = visitor.client()
  const { user } = await client(login, { body: { username, password } })
  if (!user) throw new Error(`${username} needs a second factor to sign in`)
  client.forgetCsrf()
  return { visitor, client, user }
}
