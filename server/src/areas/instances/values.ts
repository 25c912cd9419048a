import type { Json } from '@throughline/flow/eval'
import { truncate } from '../../core/truncate.ts'

const LONGEST_SENT = 2_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Sent {
  value: Json
  /** Of the whole, where this is only its beginning. */
  size: number | null
}

function firstThatFit(list: readonly Json[]): Json[] {
  let left = LONGEST_SENT
  const over = list.findIndex((one) => {
    left -= JSON.stringify(one).length + 1
    return left < 0
  })
  return list.slice(0, over)
}

/** As much of a value as anybody reads: of a list the first that fit, of anything else the beginning of its text. */
export function bounded(value: Json): Sent {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= LONGEST_SENT) return { value, size: null }
  const first = Array.isArray(value) ? firstThatFit(value) : []
  return { value: first.length > 0 ? first : truncate(text, LONGEST_SENT), size: text.length }
}

/** The same for a text that is made for reading. */
export const boundedText = (text: string) => ({
  shown: truncate(text, LONGEST_SENT),
  size: text.length > LONGEST_SENT ? text.length : null,
})

/** All that may be ids in a value, however deep they lie. */
export function idsIn(value: Json): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsIn)
}
