import { ApiError } from '@throughline/contracts/client'
import { serverMessageOf } from '../../server-message.ts'
import { StoreError } from './line.ts'

/** The file was changed, moved or deleted since it was chosen: the browser no longer reads it. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A body that cannot be read fails like a lost connection; trying again would not help it. */
export async function requireReadable(part: Blob): Promise<void> {
  try {
    await part.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new Unreadable('The file can no longer be read', { cause })
  }
}

/**
 * passing: what the network or a server in trouble did, or an address too old; busy: too many at once, told with the
 * time after which it may go on; gone: the server, or the store behind it, has given the upload up; incomplete: parts
 * of it are missing there; unreadable: the file is; refused: no further try would help.
 */
export interface Failure {
  kind: 'passing' | 'busy' | 'gone' | 'incomplete' | 'unreadable' | 'refused'
  /** In the server's words, where it said any. */
  message: string | undefined
  /** After which it may be tried again, of a busy one. */
  seconds?: number
}

function kindOf(error: unknown): Failure['kind'] {
  if (error instanceof Unreadable) return 'unreadable'
  if (error instanceof TypeError) return 'passing'
  if (!(error instanceof StoreError || error instanceof ApiError)) return 'refused'
  const { status } = error
  if (status >= 500 || status === 408) return 'passing'
  if (status === 404) return 'gone'
  if (error instanceof StoreError) return status === 403 ? 'passing' : 'refused'
  if (status === 429) return 'busy'
  if (error.code === 'upload_gone') return 'gone'
  return error.code === 'parts_missing' ? 'incomplete' : 'refused'
}

export function failureOf(error: unknown): Failure {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return { kind: kindOf(error), message: serverMessageOf(error), ...(seconds !== undefined && { seconds }) }
}

const MAX_TRIES = 8
const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000

/** Longer from try to try, and never all at the same moment. */
const backoff = (tries: number, chance: number) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.5 + chance / 2)

/** How long to wait before the next of so many tries; undefined where there is to be none. */
export function pauseAfter({ kind, seconds = 1 }: Failure, tries: number, chance: number): number | undefined {
  if (kind === 'busy') return seconds * 1_000 * (1 + chance / 4)
  return kind === 'passing' && tries < MAX_TRIES ? backoff(tries, chance) : undefined
}
