import type { AppError } from '../errors.ts'

/** What each unique index has to say to the second of two who meet in it. */
export type Taken = Record<string, () => AppError>

export const takenOf = (taken: Taken, error: unknown): AppError | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? taken[error.constraint]?.()
    : undefined

/** For `.catch`: two may pass every check and meet in the index; the second is told which it was. */
export const explainTaken =
  (taken: Taken) =>
  (error: unknown): never => {
    throw takenOf(taken, error) ?? error
  }
