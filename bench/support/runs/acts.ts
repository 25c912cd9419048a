import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../contracts/src/client.ts'

type Outcome = 'ok' | 'failed' | 'unknown'
type ActKind = 'start' | 'complete' | 'decide' | 'upload' | 'publish'

/** One thing a person does, from the first request to the answer that settles it. */
export interface Act {
  kind: ActKind
  /** The instance's ticket for a start, the file's name for an upload, else the task. */
  subject: string
  tries: { began: number; ended: number; outcome: Outcome; code?: string }[]
  /** When it was acknowledged. */
  ok?: number
  /** What the server refused it with for good. */
  refused?: string
  /** It was refused because a try that was cut off had been taken. */
  taken?: boolean
}

const PAUSE = 300
const AWAY = new Set(['ECONNREFUSED'])

function outcomeOf(error: unknown): { outcome: Outcome; code: string } {
  if (error instanceof ApiError) {
    // A limit or a server that is away says for certain that nothing was done; a fault says nothing.
    const settled = error.status < 500 && error.status !== 408
    return { outcome: settled ? 'failed' : 'unknown', code: `${error.status} ${error.code}` }
  }
  const cause = error instanceof Error && typeof error.cause === 'object' && error.cause !== null ? error.cause : {}
  const code = 'code' in cause ? String(cause.code) : String(error)
  return { outcome: AWAY.has(code) ? 'failed' : 'unknown', code }
}

const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![408, 429].includes(error.status)

/** Sent again under the same key until an answer settles it, as a browser that lost its network would. */
export async function perform(act: Act, until: () => boolean, send: (key: string) => Promise<unknown>): Promise<void> {
  const key = crypto.randomUUID()
  while (until()) {
    const began = Date.now()
    try {
      await send(key)
      act.ok = Date.now()
      act.tries.push({ began, ended: act.ok, outcome: 'ok' })
      return
    } catch (error) {
      act.tries.push({ began, ended: Date.now(), ...outcomeOf(error) })
      // Nobody else works on these tasks: a conflict after a cut-off try means that the try had been taken.
      act.taken =
        error instanceof ApiError && error.status === 409 && act.tries.some(({ outcome }) => outcome === 'unknown')
      if (act.taken || isFinal(error)) {
        act.refused = error instanceof Error ? error.message : String(error)
        return
      }
      await sleep(PAUSE)
    }
  }
}
