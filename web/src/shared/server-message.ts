import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import { uiTexts } from '../ui/ui.texts.ts'

/** The server's words for people; undefined where it only failed. */
export const serverMessageOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'unknown' && error.status < 500
    ? (error.detail ?? error.message)
    : undefined

/** Why an answer is missing, as far as anybody said so. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? serverMessageOf(error) : uiTexts.unreachable

/** The server answered and said no: asking again would not help. */
export const wasRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500

/** What a decision was about has changed since it was read. */
export const isChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'changed'

/** Somebody else saved first: the change was based on an older version. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === CODES.staleVersion
