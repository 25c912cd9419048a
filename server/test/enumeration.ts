import { Agent, type IncomingMessage, request } from 'node:http'
import { subscribeEmail } from '@throughline/contracts/admin'
import { getCsrf, login, registerEmail, resetPasswordEmail } from '@throughline/contracts/auth'
import { hashPassword } from '../src/areas/auth/passwords.ts'
import type { TestDatabase } from './database.ts'
import { interleave, type Measure } from './statistics.ts'

const WARM_UP = 20

interface Account {
  username: string
  email: string
}

/** The calls that could tell whether there is an account. */
export const ACCOUNT_CALLS = {
  'signing in with a wrong password': {
    path: login.path,
    status: 401,
    body: ({ username }: Account) => ({ username, password: 'not the password' }),
  },
  registering: { path: registerEmail.path, status: 200, body: ({ email }: Account) => ({ email }) },
  'asking for a new password': {
    path: resetPasswordEmail.path,
    status: 200,
    body: ({ email }: Account) => ({ email }),
  },
  'joining the waitlist': {
    path: subscribeEmail.path,
    status: 201,
    body: ({ email }: Account) => ({ email }),
    www: true,
  },
}
type AccountCall = (typeof ACCOUNT_CALLS)[keyof typeof ACCOUNT_CALLS]

const accountOf = (word: string) => (index: number) => ({
  username: `${word}${index}`,
  email: `${word}${index}@example.test`,
})
const known = accountOf('known')
const unknown = accountOf('nobody')

/** As many as will be asked for, on the waitlist too; all with one password, since hashing it takes its time. */
export async function addKnownAccounts(database: TestDatabase, count: number): Promise<void> {
  const passwordHash = await hashPassword('correct horse battery')
  await database.admin(async (admin) => {
    await admin.query(
      `insert into people (username, email, password_hash)
       select 'known' || n, 'known' || n || '@example.test', $1 from generate_series(0, $2::int) n`,
      [passwordHash, count + WARM_UP],
    )
    await admin.query(
      `insert into waitlist (email, type) select email, 'waitlist' from people where email like 'known%'`,
    )
  })
}

interface Answer {
  ms: number
  /** Everything the caller could look at, without what differs from any answer to the next. */
  shown: string
}

const cookieOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')

/** Calls over one real connection, each from an address of its own, so that no limit is ever near. */
async function createCaller(address: string, host: string, wwwOrigin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let callers = 0
  const call = (method: string, path: string, headers: Record<string, string>, content = '') => {
    callers += 1
    const from = `10.9.${callers >> 8}.${callers & 255}`
    return new Promise<{ response: IncomingMessage; text: string; ms: number }>((resolve, reject) => {
      const began = performance.now()
      const length = content ? { 'content-length': Buffer.byteLength(content) } : {}
      const options = { agent, method, headers: { host, 'x-forwarded-for': from, ...length, ...headers } }
      const sent = request(new URL(path, address), options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ response, text: Buffer.concat(chunks).toString('utf8'), ms: performance.now() - began }),
        )
      })
      sent.on('error', reject)
      sent.end(content)
    })
  }
  const page = await call('GET', getCsrf.path, {})
  const { csrfToken } = getCsrf.response.parse(JSON.parse(page.text))
  const same = { 'content-type': 'application/json', 'x-csrftoken': csrfToken, cookie: cookieOf(page.response) }
  return {
    post: async (path: string, body: object, isWww: boolean): Promise<Answer> => {
      const there = { 'content-type': 'application/json', host: new URL(wwwOrigin).host, origin: wwwOrigin }
      const headers = { ...(isWww ? there : same), 'idempotency-key': crypto.randomUUID() }
      const { response, text, ms } = await call('POST', path, headers, JSON.stringify(body))
      const { request_id: _own, ...rest } = JSON.parse(text)
      const { date: _date, 'x-request-id': _id, ...shown } = response.headers
      return { ms, shown: JSON.stringify([response.statusCode, rest, shown]) }
    },
    close: () => agent.destroy(),
  }
}

export interface Probe {
  known: Measure
  unknown: Measure
  /** What was answered to either, each kind of answer once. */
  seen: { known: Set<string>; unknown: Set<string> }
}

/** Measures one call with accounts that exist and with accounts that do not; each account is tried once. */
export async function createProber(address: string, host: string, wwwOrigin: string) {
  const caller = await createCaller(address, host, wwwOrigin)
  return {
    close: caller.close,
    probe: async ({ path, body, ...more }: AccountCall): Promise<Probe> => {
      const seen = { known: new Set<string>(), unknown: new Set<string>() }
      const measure = (who: typeof known, kind: keyof typeof seen) => async (index: number) => {
        const { ms, shown } = await caller.post(path, body(who(index)), 'www' in more)
        seen[kind].add(shown)
        return ms
      }
      const after =
        (take: Measure): Measure =>
        (index) =>
          take(WARM_UP + index)
      const [first, second] = [measure(known, 'known'), measure(unknown, 'unknown')]
      await interleave(WARM_UP, first, second)
      return { known: after(first), unknown: after(second), seen }
    },
  }
}
