import { ApiError } from '@throughline/contracts/client'
import { texts } from '../members.texts.ts'

/** Why a call was refused, as far as the server has said so. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return texts.unreachable
  return error.code === 'unknown' || error.status >= 500 ? undefined : (error.detail ?? error.message)
}
