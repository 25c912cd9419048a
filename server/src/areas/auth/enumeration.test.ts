import { Agent, request } from 'node:http'
import { getCsrf, login, registerEmail, resetPasswordEmail } from '@throughline/contracts/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, Visitor } from '../../../test/api.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { type Comparison, compare, interleave, type Measure } from '../../../test/statistics.ts'
import { hashPassword } from './passwords.ts'

const PAIRS = 200
/** On a machine too busy to decide, as many pairs again are taken, this often at most. */
const ROUNDS = 3
const WARM_UP = 20
const TOLERANCE_MS = 5

const api = await createTestApi(ENGINE_AWAY)
const { ctx, database } = api
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const known = (index: number) => ({ username: `known-${index}`, email: `known-${index}@example.test` })
const unknown = (index: number) => ({ username: `nobody${index}`, email: `nobody${index}@example.test` })

let port = 0
let csrf = ''
let cookie = ''

beforeAll(async () => {
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  csrf = (await visitor.client()(getCsrf)).csrfToken
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const passwordHash = await hashPassword('correct horse battery')
  await database.admin((admin) =>
    admin.query(
      `insert into people (username, email, password_hash)
       select 'known-' || n, 'known-' || n || '@example.test', $1 from generate_series(-$2::int, $3::int) n`,
      [passwordHash, WARM_UP, PAIRS * ROUNDS],
    ),
  )
})

afterAll(async () => {
  agent.destroy()
  await api.close()
})

interface Answer {
  ms: number
  /** Everything the caller could look at, without what differs from any answer to the next. */
  shown: string
}

let callers = 0
/** Over a real connection; each call from an address of its own, so that no limit is ever near. */
function post(path: string, body: object): Promise<Answer> {
  callers += 1
  const content = JSON.stringify(body)
  const headers = {
    host: new URL(ctx.config.APP_ORIGIN).host,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    'x-csrftoken': csrf,
    'x-forwarded-for': `10.9.${callers >> 8}.${callers & 255}`,
    'idempotency-key': crypto.randomUUID(),
    cookie,
  }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const ms = performance.now() - began
        const { request_id: _own, ...rest } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        const { date: _date, 'x-request-id': _id, ...same } = response.headers
        resolve({ ms, shown: JSON.stringify([response.statusCode, rest, same]) })
      })
    })
    call.on('error', reject)
    call.end(content)
  })
}

const CALLS = {
  'signing in with a wrong password': {
    path: login.path,
    status: 401,
    body: (who: { username: string }) => ({ username: who.username, password: 'not the password' }),
  },
  registering: { path: registerEmail.path, status: 200, body: (who: { email: string }) => ({ email: who.email }) },
  'asking for a new password': {
    path: resetPasswordEmail.path,
    status: 200,
    body: (who: { email: string }) => ({ email: who.email }),
  },
}

function alike({ difference, interval: [low, high] }: Comparison): boolean {
  const aroundZero = low <= 0 && high >= 0
  const within = low >= -TOLERANCE_MS && high <= TOLERANCE_MS
  return Math.abs(difference) <= TOLERANCE_MS && (aroundZero || within)
}

const different = ({ interval: [low, high] }: Comparison) => low > TOLERANCE_MS || high < -TOLERANCE_MS

async function decide(first: Measure, second: Measure): Promise<Comparison> {
  const pairs: [number, number][] = []
  for (;;) {
    const from = pairs.length
    pairs.push(
      ...(await interleave(
        PAIRS,
        (index) => first(from + index),
        (index) => second(from + index),
      )),
    )
    const result = compare(pairs)
    if (alike(result) || different(result) || pairs.length >= PAIRS * ROUNDS) return result
  }
}

describe('whether an account exists cannot be told by', () => {
  test.for(Object.entries(CALLS))(
    '%s: not by status, content, headers or time',
    { timeout: 240_000 },
    async ([, { path, status, body }], { annotate }) => {
      const seen = { known: new Set<string>(), unknown: new Set<string>() }
      const measure = (who: typeof known, kind: keyof typeof seen) => async (index: number) => {
        const { ms, shown } = await post(path, body(who(index)))
        seen[kind].add(shown)
        return ms
      }
      const first = measure(known, 'known')
      const second = measure(unknown, 'unknown')
      await interleave(
        WARM_UP,
        (index) => first(-1 - index),
        (index) => second(-1 - index),
      )
      const result = await decide(first, second)

      expect([...seen.known]).toHaveLength(1)
      expect([...seen.known]).toEqual([...seen.unknown])
      expect([...seen.known][0]?.startsWith(`[${status},`)).toBe(true)
      const figures = JSON.stringify(result)
      await annotate(figures, 'figures')
      expect(alike(result), figures).toBe(true)
    },
  )
})
