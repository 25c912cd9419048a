import { AppError } from '../errors.ts'

export const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** PostgreSQL's words for a lock that was not had in time, or only by giving way: someone else is at the same thing. */
const BUSY = new Set(['55P03', '40P01'])

export const isBusy = (error: unknown): boolean => error instanceof Error && BUSY.has(codeOf(error))

export const busy = () => new AppError(503, 'busy', 'Someone is changing this right now. Try again.', { retryAfter: 1 })
