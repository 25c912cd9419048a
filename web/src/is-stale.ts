import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'

/** Somebody else was quicker: what was sent began from an older version. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === CODES.staleVersion
