import { vi } from 'vitest'

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> }
type Answer = Reply | 'unreachable' | 'silent'

/** Answers by `METHOD /path`, and the bodies that were sent there. */
export function serve(answers: Record<string, Answer>) {
  const sent: Record<string, unknown[]> = {}
  const keys: Record<string, (string | null)[]> = {}
  const all: Record<string, Answer> = { 'GET /v1/auth/csrf/': { body: { csrfToken: 'token' } }, ...answers }
  const answer = (input: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method ?? 'GET'} ${input}`
    sent[call] = [...(sent[call] ?? []), typeof init.body === 'string' ? JSON.parse(init.body) : undefined]
    keys[call] = [...(keys[call] ?? []), new Headers(init.headers).get('idempotency-key')]
    const found = all[call] ?? refusal(404, 'not_found', 'This was not found')
    if (found === 'silent') return new Promise(() => undefined)
    if (found === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(found.body, { status: found.status ?? 200, headers: found.headers ?? {} }))
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return {
    /** Bodies sent to one call so far. */
    sent: (call: string) => sent[call] ?? [],
    /** The keys they came with. */
    keys: (call: string) => keys[call] ?? [],
    change: (call: string, to: Answer) => {
      all[call] = to
    },
  }
}

export const refusal = (status: number, code: string, message: string, more: object = {}): Reply => ({
  status,
  body: { code, message, request_id: 'r1', ...more },
})

export const signedOut = refusal(401, 'not_signed_in', 'Sign in to continue')
