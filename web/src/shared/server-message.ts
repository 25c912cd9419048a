import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'

/** The server's words for people; undefined where it only failed. */
export const serverMessageOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'unknown' && error.status < 500
    ? (error.detail ?? error.message)
    : undefined

/** Somebody else saved first: the change was based on an older version. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === CODES.staleVersion
