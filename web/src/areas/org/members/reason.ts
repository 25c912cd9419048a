import { ApiError } from '@throughline/contracts/client'
import { saidIn } from '../../../said.ts'
import { texts } from '../members.texts.ts'

/** Why a call was refused, as far as the server has said so. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? saidIn(error) : texts.unreachable
}
