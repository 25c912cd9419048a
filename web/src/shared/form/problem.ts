import { ApiError } from '@throughline/contracts/client'
import { texts } from './form.texts.ts'

/** What stands above a form that was refused. */
export type Problem = { title: string; hint?: string | undefined } | { waitUntil: number }

export type Failure = {
  title: string
  /** What to do, unless the server says it or is itself the cause. */
  hint?: (error: ApiError) => string | undefined
  /** Never the server's own message, where the specification names one text only. */
  fixed?: boolean
}

const WAIT_WITHOUT_ADVICE = 30

export function problemOf(error: unknown, failure: Failure, happenedAt = Date.now()): Problem {
  if (!(error instanceof ApiError)) return { title: failure.title, hint: texts.unreachable }
  if (error.status === 429) return { waitUntil: happenedAt + (error.retryAfter ?? WAIT_WITHOUT_ADVICE) * 1_000 }
  const speaks = error.code !== 'unknown' && !failure.fixed
  const hint = error.status >= 500 ? texts.serverTrouble : (error.detail ?? failure.hint?.(error))
  return { title: speaks ? error.message : failure.title, hint }
}

/** The server's words for single fields, by the field's name. */
export function fieldErrorsOf<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {}
  if (!(error instanceof ApiError)) return errors
  for (const { path, message } of error.errors ?? []) {
    const name = names.find((name) => path.split(/[./]/).at(-1) === name)
    if (name) errors[name] ??= message
  }
  return errors
}
