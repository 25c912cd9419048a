import { ApiError } from '@throughline/contracts/client'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { texts } from './secrets.texts.ts'

/** Why a call was refused, as far as the server has said so. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? serverMessageOf(error) : texts.unreachable
