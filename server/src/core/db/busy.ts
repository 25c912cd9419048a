import { AppError } from '../errors.ts'

export const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** PostgreSQL's words for a lock that was not had in time, or only by giving way: someone else is at the same thing. */
const BUSY = new Set(['55P03', '40P01'])

/**
 * The database is away, shutting down, starting, full or too slow: of the network, of PostgreSQL, of PgBouncer, of the
 * pool.
 */
const AWAY_OF_NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '08006', '08P01']
const AWAY_OF_SERVER = ['53100', '53200', '53300', '57014', '57P01', '57P02', '57P03', '58030']
const AWAY = new Set([...AWAY_OF_NETWORK, ...AWAY_OF_SERVER])
const NO_CONNECTION = /timeout exceeded when trying to connect|query read timeout|connection (terminated|error)/i

export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (AWAY.has(codeOf(error)) || NO_CONNECTION.test(error.message))

/** A statement was ended by its time limit: the database may be busy, or the statement may never be quicker. */
export const isTooSlow = (error: unknown): boolean => error instanceof Error && codeOf(error) === '57014'

export const isBusy = (error: unknown): boolean => error instanceof Error && BUSY.has(codeOf(error))

export const busy = () => new AppError(503, 'busy', 'Someone is changing this right now. Try again.', { retryAfter: 1 })
