import { CODES } from '@throughline/contracts/errors'

interface FullVolume {
  limit: string
  used: number
  of: number
  /** When there will be some again by itself. */
  again_at?: string
}

/** A refusal that the person or program is told about. Everything else thrown is a fault of ours and answers 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly errors: { path: string; message: string }[] | undefined
  readonly retryAfter: number | undefined
  readonly receipt: string | undefined
  /** What is full, of a refusal because a limit is reached. */
  readonly volume: FullVolume | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      detail?: string
      errors?: { path: string; message: string }[]
      retryAfter?: number
      receipt?: string
      volume?: FullVolume
    } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.detail = more.detail
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.receipt = more.receipt
    this.volume = more.volume
  }
}

export const invalid = (message: string, errors?: { path: string; message: string }[]) =>
  new AppError(422, CODES.invalid, message, errors ? { errors } : {})
export const notSignedIn = () => new AppError(401, CODES.notSignedIn, 'Sign in to continue')
export const forbidden = (message = 'Your role doesn’t allow this') => new AppError(403, CODES.forbidden, message)
/** Their role would allow it; it is somebody else's to do. */
export const notYours = (message: string) => new AppError(403, 'not_yours', message)
export const notFound = (what = 'This') => new AppError(404, CODES.notFound, `${what} was not found`)
export const conflict = (code: string, message: string) => new AppError(409, code, message)
export const staleVersion = () =>
  conflict(CODES.staleVersion, 'Someone else changed this. Reload it and make your change again.')
export const subscriptionRequired = () =>
  new AppError(403, CODES.subscriptionRequired, 'The subscription has ended', {
    detail: 'You need an active subscription to make changes',
  })
export const tooManyTries = (seconds: number) =>
  new AppError(429, CODES.rateLimited, `Too many attempts. Wait ${seconds} seconds.`, { retryAfter: seconds })
