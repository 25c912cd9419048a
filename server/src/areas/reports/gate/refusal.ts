/** Why a query is not sent, in words for the person who wrote it. */
export interface Problem {
  message: string
  /** What to do about it. */
  hint?: string
  /** From 1; where the whole query is meant, none. */
  line?: number
  column?: number
}

/** Thrown while a query is checked. `at` counts bytes, as the parser does. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly at: number | undefined
  readonly hint: string | undefined

  constructor(message: string, at?: number, hint?: string) {
    super(message)
    this.at = at
    this.hint = hint
  }
}

/** Line and column of a place that is counted in bytes. */
export function placeOf(source: string, bytes: number): { line: number; column: number } {
  const before = Buffer.from(source).subarray(0, Math.max(0, bytes)).toString()
  const lines = before.split('\n')
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 }
}

export const problemOf = (source: string, { message, at, hint }: Refusal): Problem => ({
  message,
  ...(hint && { hint }),
  ...(at !== undefined && placeOf(source, at)),
})
