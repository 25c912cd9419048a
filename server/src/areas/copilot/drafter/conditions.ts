import type { Field } from '@throughline/contracts/workflow-document'
import { AMOUNT, amountOf, capital, shownAmount, slug, variableName } from './parse-text.ts'
import type { Test } from './parts.ts'

export interface FoundTest {
  test: Test
  /** How much of the text it took. */
  length: number
  quote: string
}

const OPERATORS: [RegExp, string, string][] = [
  [/at least|no less than|not less than|from|starting at/, '>=', 'At least'],
  [/at most|up to|no more than|not more than|not over|maximum/, '<=', 'At most'],
  [
    /over|above|more than|greater than|larger than|bigger than|higher than|longer than|exceeds?|exceeding|costs? more than|beyond/,
    '>',
    'Over',
  ],
  [/under|below|less than|smaller than|lower than|shorter than|cheaper than|fewer than/, '<', 'Under'],
]
const COMPARED = OPERATORS.map(([pattern]) => pattern.source).join('|')

const SUBJECT =
  "(?:it(?:'s|’s)?|this|that|they|there|the [\\p{L} -]{2,40}?|an? [\\p{L} -]{2,40}?|its [\\p{L} -]{2,30}?|amounts?|costs?|[\\p{L}-]{3,30}s?)"
const VERB = '(?:is|are|was|were|has|have|costs?|takes?|lasts?|totals?|goes|amounts? to|be)'

const MEASURED = new RegExp(
  `^(?:${SUBJECT}\\s+)?(?:${VERB}\\s+)?(?:for\\s+)?(${COMPARED})\\s+${AMOUNT}(?:\\s*(days?|hours?|weeks?|people|persons|pages|items|pieces|units|percent|%|kilometers|km))?`,
  'iu',
)
const YES = new RegExp(
  `^(${SUBJECT})\\s*(is|are|was|were|has been|have been|isn['’]t|aren['’]t|'s|’s)\\s+(not\\s+)?(?:marked as |considered |an? )?([\\p{L}-]{3,30}(?: [\\p{L}-]{3,20})?)(?=\\s*(?:,|$|\\bthen\\b))`,
  'iu',
)
const BARE =
  /^(not )?(urgent|complete|incomplete|correct|incorrect|wrong|missing|necessary|needed|required|possible|international|confidential|new|damaged|high[ -]risk|valid|invalid|serious|critical|important)(?=\s*(?:,|$|\bthen\b|\s))/i

const choice = (name: string, label: string): Field => ({
  name,
  type: 'select',
  label,
  required: true,
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
})

function measured(text: string): FoundTest | undefined {
  const found = MEASURED.exec(text)
  if (!found) return undefined
  const [quote, compared = '', digits = '', scale, unit] = found
  const amount = amountOf(digits, scale)
  const operator = OPERATORS.find(([pattern]) => new RegExp(`^(?:${pattern.source})$`, 'i').test(compared))
  if (!Number.isFinite(amount) || !operator) return undefined
  const [, sign, word] = operator
  const counted = unit === undefined ? undefined : slug(unit) || 'percent'
  const field: Field = counted
    ? { name: counted, type: 'number', label: capital(counted), required: true, min: 0 }
    : { name: 'amount', type: 'currency', label: 'Amount', required: true, min: 0 }
  return {
    length: quote.length,
    quote: quote.slice(quote.indexOf(compared)).replace(/[\s,.]+$/, ''),
    test: {
      kind: counted ? 'count' : 'amount',
      field,
      when: (variable) => `vars.${variable} ${sign} ${amount}`,
      label: `${word} ${shownAmount(amount)}${counted ? ` ${counted}` : ''}`,
      about: counted ?? 'amount',
    },
  }
}

function yesOrNo(text: string): FoundTest | undefined {
  const bare = BARE.exec(text)
  const whole = bare ? undefined : YES.exec(text)
  const quote = bare?.[0] ?? whole?.[0]
  const quality = (bare?.[2] ?? whole?.[4] ?? '').trim().toLowerCase()
  if (quote === undefined || quality === '') return undefined
  const about =
    whole?.[1] === undefined || /^(it|this|that|they|there)/i.test(whole[1]) ? '' : whole[1].replace(/^(the|an?) /i, '')
  const label = capital(`${about} ${quality}`.trim())
  const not = Boolean(bare?.[1] ?? whole?.[3]) || /n['’]t$/i.test(whole?.[2] ?? '')
  return {
    length: quote.length,
    quote,
    test: {
      kind: 'yes',
      field: choice(variableName(label), `${label}?`),
      when: (variable) => `vars.${variable} == "${not ? 'no' : 'yes'}"`,
      label: not ? `Not ${label.toLowerCase()}` : label,
      about: label.toLowerCase(),
    },
  }
}

/** What a text that follows "if" asks, from its beginning. */
export function testOf(text: string): FoundTest | undefined {
  return measured(text) ?? yesOrNo(text)
}

export const negated = (test: Test): Test => ({
  ...test,
  when: (variable) => `!(${test.when(variable)})`,
  label: `Not ${test.label.charAt(0).toLowerCase()}${test.label.slice(1)}`,
})
