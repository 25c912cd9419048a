import { Fail, type FailCode } from './values.ts'

export type Result<T> = { ok: true; value: T } | { ok: false; code: FailCode; text: string }

/** A text may quote the value that did not fit, and that can be long. */
const longestReason = 300

/** The stack, a text's length or a number ran out of range; Firefox has a name of its own for the first. */
const isOutOfRange = (problem: unknown) =>
  problem instanceof RangeError || (problem instanceof Error && problem.name === 'InternalError')

/** An expression without a value is an answer, not an exception. */
export function attempt<T>(act: () => T): Result<T> {
  try {
    return { ok: true, value: act() }
  } catch (problem) {
    if (problem instanceof Fail)
      return { ok: false, code: problem.code, text: problem.message.slice(0, longestReason).toWellFormed() }
    if (isOutOfRange(problem)) return { ok: false, code: 'expr_cost', text: 'the expression has too much to compute' }
    throw problem
  }
}
