import { login } from '@throughline/contracts/auth'
import { type Client, createClient } from '@throughline/contracts/client'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../src/core/config.ts'
import { type ApiServer, createApiServer } from '../src/main/api-server.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { PASSWORD } from './factories.ts'

export interface TestApi extends ApiServer {
  database: TestDatabase
  close(): Promise<void>
}

/** A real API process's worth of product on a database of its own, called without a network in between. */
export async function createTestApi(overrides: Record<string, string> = {}): Promise<TestApi> {
  const database = await createTestDatabase()
  const server = await createApiServer(
    readConfig({
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PG_DATABASE: database.name,
      PG_POOL_SIZE: '6',
      TEMPORAL_TASK_QUEUE: database.name,
      TRUST_PROXY: '127.0.0.1',
      ...overrides,
    }),
  )
  await server.app.ready()
  const close = async () => {
    for (const [, step] of server.shutdown) await step()
    await database.drop()
  }
  return { ...server, database, close }
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
    const headers = new Headers(init.headers)
    const response = await this.#app.inject({
      method: init.method === 'POST' ? 'POST' : (verb(init.method) ?? 'GET'),
      url: url.pathname + url.search,
      headers: {
        ...Object.fromEntries(headers),
        host: new URL(this.origin).host,
        'x-forwarded-for': this.address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      ...(init.body instanceof FormData ? await multipart(init.body) : {}),
    })
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || cookie.value === '') this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    const answer = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) answer.set(name, String(value))
    return new Response(response.rawPayload, { status: response.statusCode, headers: answer })
  }

  client(): Client {
    return createClient({ origin: this.origin, fetch: this.fetch })
  }
}

const rand = () => Math.floor(Math.random() * 250) + 1

function verb(method: string | undefined) {
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : undefined
}

async function multipart(form: FormData) {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
}

export async function signIn(api: TestApi, username: string, password = PASSWORD) {
  const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
  const client = visitor.client()
  const { user } = await client(login, { body: { username, password } })
  client.forgetCsrf()
  return { visitor, client, user }
}
