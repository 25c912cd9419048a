import { createCallKeys } from '@throughline/contracts/call-keys'
import { type ApiError, createClient } from '@throughline/contracts/client'

type ErrorHandler = (error: ApiError) => void

let handler: ErrorHandler | undefined

/** The application acts on sign-outs and lapsed subscriptions in one place; the caller gets the error too. */
export function setApiErrorHandler(next: ErrorHandler) {
  handler = next
}

export const tellRefusal: ErrorHandler = (error) => handler?.(error)

/** Of all calls of this page, so that each of them can be retried. */
export const callKeys = createCallKeys()

/** The one client of the browser, same-origin. */
export const api = createClient({ onError: tellRefusal, keys: callKeys })

/** Answers count as fresh this long; changes in between arrive as live frames. */
export const FRESH = 30_000
