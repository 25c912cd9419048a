import { vi } from 'vitest'
import { requireDeclaredAnswer } from './declared-answers.ts'

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> }
type Answer = Reply | 'unreachable' | 'silent'

function requireFit(call: string, answer: Answer) {
  if (typeof answer === 'object') requireDeclaredAnswer(call, answer.status ?? 200, answer.body)
}

const responseOf = ({ status = 200, body, headers = {} }: Reply) => Response.json(body, { status, headers })

/** For answers that are made when they are asked for. One that does not fit fails the run: the page hides it. */
export function declaredResponse(call: string, reply: Reply): Promise<Response> {
  try {
    requireFit(call, reply)
  } catch (error) {
    void Promise.reject(error)
  }
  return Promise.resolve(responseOf(reply))
}

/** Answers by `METHOD /path`, as the contracts declare them, and the bodies that were sent there. */
export function serve(answers: Record<string, Answer>) {
  const sent: Record<string, unknown[]> = {}
  const keys: Record<string, (string | null)[]> = {}
  const all: Record<string, Answer> = { 'GET /v1/auth/csrf/': { body: { csrfToken: 'token' } }, ...answers }
  for (const [call, given] of Object.entries(all)) requireFit(call, given)
  const answer = (input: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method ?? 'GET'} ${input}`
    sent[call] = [...(sent[call] ?? []), typeof init.body === 'string' ? JSON.parse(init.body) : undefined]
    keys[call] = [...(keys[call] ?? []), new Headers(init.headers).get('idempotency-key')]
    const found = all[call] ?? refusal(404, 'not_found', 'This was not found')
    if (found === 'silent') return new Promise(() => undefined)
    if (found === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(responseOf(found))
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return {
    /** Bodies sent to one call so far. */
    sent: (call: string) => sent[call] ?? [],
    /** The keys they came with. */
    keys: (call: string) => keys[call] ?? [],
    change: (call: string, to: Answer) => {
      requireFit(call, to)
      all[call] = to
    },
  }
}

export const refusal = (status: number, code: string, message: string, more: object = {}): Reply => ({
  status,
  body: { code, message, request_id: 'r1', ...more },
})

export const signedOut = refusal(401, 'not_signed_in', 'Sign in to continue')
