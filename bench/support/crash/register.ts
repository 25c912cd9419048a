import { setTimeout as sleep } from 'node:timers/promises'
import { registerEmail } from '../../../contracts/src/auth.ts'
import { createClient } from '../../../contracts/src/client.ts'
import { createBrowser } from '../browser.ts'
import { outcomeOf, type Registration, type Try } from './ledger.ts'

const GIVES_UP_AFTER = 180_000
const PAUSE = 400

/** Nobody listened: the request cannot have had an effect. */
const isRefused = (error: unknown) =>
  error instanceof Error &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

/** Writes every POST down, as whoever sent it sees it. */
function recorded(browser: typeof fetch, tries: Try[]): typeof fetch {
  return async (input, init) => {
    if (init?.method !== 'POST') return browser(input, init)
    const attempt: Try = { began: Date.now(), ended: Number.POSITIVE_INFINITY, outcome: 'unknown' }
    tries.push(attempt)
    try {
      const response = await browser(input, init)
      attempt.outcome = response.ok ? 'ok' : response.status < 500 ? 'failed' : 'unknown'
      return response
    } catch (error) {
      if (isRefused(error)) attempt.outcome = 'failed'
      throw error
    } finally {
      attempt.ended = Date.now()
    }
  }
}

/**
 * One person registers: opens the page as soon as it can be opened, sends the form, and sends it again under the same key
 * for as long as they cannot know whether it was taken. Who was refused for certain goes away.
 */
export async function register(origin: string, address: string, registration: Registration): Promise<void> {
  const client = createClient({ origin, fetch: recorded(createBrowser(address), registration.tries) })
  const idempotencyKey = crypto.randomUUID()
  const deadline = Date.now() + GIVES_UP_AFTER
  while (Date.now() < deadline) {
    try {
      await client(registerEmail, { body: { email: registration.email } }, { idempotencyKey })
      return
    } catch (error) {
      registration.trouble = error
    }
    if (outcomeOf(registration) !== 'unknown') return
    await sleep(PAUSE)
  }
}
