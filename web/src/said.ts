import { ApiError } from '@throughline/contracts/client'

/** What the server has said in words for people; nothing where it has only failed. */
export const saidIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'unknown' && error.status < 500
    ? (error.detail ?? error.message)
    : undefined
