import type { BulkResult } from '@throughline/contracts/running'
import { busy, isBusy } from './db/busy.ts'
import { AppError } from './errors.ts'

export const done = (id: string): BulkResult => ({ id, result: 'done', code: null, message: null })

/** What is told of one of many; a fault of ours is not one's own, and is thrown on. */
export function failed(id: string, error: unknown): BulkResult {
  const isHeld = isBusy(error)
  const refusal = isHeld ? busy() : error
  if (!(refusal instanceof AppError)) throw error
  const { status, code, message } = refusal
  // What the database took back was not done; what somebody else did not answer may have been.
  return { id, result: status >= 500 && !isHeld ? 'unknown' : 'refused', code, message }
}
