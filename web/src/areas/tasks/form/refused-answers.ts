import { ApiError } from '@throughline/contracts/client'
import type { AnswerProblem } from '@throughline/flow/answers'

const KNOWN = [
  'required',
  'too_small',
  'too_large',
  'too_long',
  'not_a_number',
  'bad_email',
  'bad_url',
  'bad_phone',
  'bad_date',
  'not_an_option',
  'bad_shape',
] as const satisfies readonly AnswerProblem[]

const FIELD = /^(?:body[./])?answers[./]/

/** By place in the form, as `checkAnswers` has them. */
export function problemsIn(error: unknown): Record<string, AnswerProblem> {
  if (!(error instanceof ApiError)) return {}
  const found = (error.errors ?? []).flatMap(({ path, message }): [string, AnswerProblem][] =>
    FIELD.test(path) ? [[path.replace(FIELD, ''), KNOWN.find((known) => known === message) ?? 'bad_shape']] : [],
  )
  return Object.fromEntries(found)
}
