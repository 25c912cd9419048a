import { Fail, type FailCode } from './values.ts'

export type Result<T> = { ok: true; value: T } | { ok: false; code: FailCode; text: string }

/** An expression without a value is an answer, not an exception. */
export function attempt<T>(act: () => T): Result<T> {
  try {
    return { ok: true, value: act() }
  } catch (problem) {
    if (problem instanceof Fail) return { ok: false, code: problem.code, text: problem.message }
    throw problem
  }
}
