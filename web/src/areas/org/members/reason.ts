import { ApiError } from '@throughline/contracts/client'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { texts } from '../members.texts.ts'

/** Why a call was refused, as far as the server has said so. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? serverMessageOf(error) : texts.unreachable
}
