import type { Json } from '@throughline/flow/eval'
import { numberText as plainText } from '../../../shared/format/count.ts'

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)$/
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/

/** The number that was typed; the text itself if it isn't a number, so that it can be corrected. */
export function readNumber(typed: string): Json {
  const text = typed.replaceAll(/\s/g, '')
  if (text === '') return null
  if (GROUPED.test(text)) return Number(text.replaceAll(',', ''))
  return PLAIN.test(text) ? Number(text) : typed
}

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 })

export function numberText(value: Json, isMoney: boolean): string {
  if (typeof value === 'number') return isMoney ? money.format(value) : plainText(value)
  return typeof value === 'string' ? value : ''
}
