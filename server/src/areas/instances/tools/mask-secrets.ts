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
  // The longest first: a shorter one may be a part of it.
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

/** Takes secrets out of what a receiver answered: it may well repeat them, and answers are kept. */
export function createMask(values: readonly string[]) {
  const hidden = values.flatMap(spellingsOf)
  const text = (given: string): string => hidden.reduce((masked, one) => masked.replaceAll(one, HIDDEN), given)
  return { text, value: (given: Json): Json => mapTexts(given, text) }
}

export type Mask = ReturnType<typeof createMask>
