import type { Json } from '@throughline/flow/eval'
import { mapTexts } from './secret-marks.ts'

const HIDDEN = '•••'

/** The spellings in which receivers give back what they were sent. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const spellings = [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  return spellings
}

/** Takes secrets out of what a receiver answered: it may well repeat them, and answers are kept. */
export function createMask(values: readonly string[]) {
  // The longest first: a shorter one may be a part of it.
  const hidden = [...new Set(values.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  const text = (given: string): string => hidden.reduce((masked, one) => masked.replaceAll(one, HIDDEN), given)
  const number = (given: number): Json => (text(String(given)) === String(given) ? given : HIDDEN)
  return { text, value: (given: Json): Json => mapTexts(given, text, number) }
}

export type Mask = ReturnType<typeof createMask>
