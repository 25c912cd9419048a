import type { AppError } from '../errors.ts'

/** What each unique index has to say to the second of two who meet in it. */
export type UniqueViolations = Record<string, () => AppError>

export const violationOf = (taken: UniqueViolations, error: unknown): AppError | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? taken[error.constraint]?.()
    : undefined

/** For `.catch`: two may pass every check and meet in the index; the second is told which it was. */
export const explainViolation =
  (taken: UniqueViolations) =>
  (error: unknown): never => {
    throw violationOf(taken, error) ?? error
  }
