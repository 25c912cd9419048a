import { durationOf, SPAN } from './parse-text.ts'
import type { Timing } from './parts.ts'
import type { Party, Team } from './people.ts'
import { partyOf } from './people.ts'

const DUE = new RegExp(
  `[,;]?\\s*\\b(?:within|in at most|in no more than|in less than|no later than)\\s+(?:the next\\s+)?${SPAN}(?: at (?:the )?(?:most|latest))?`,
  'i',
)
const HAS = new RegExp(`\\b(?:has|have|gets?)\\s+${SPAN}\\s+(?:to|for)\\b`, 'i')
const REMIND_BEFORE = new RegExp(
  `[,;]?\\s*(?:and )?(?:with )?(?:an? )?\\bremind(?:er|ed|s)?\\b(?: them| him| her| everyone)?\\s+${SPAN}\\s+before(?: (?:it is due|the deadline|that))?`,
  'i',
)
const REMIND = new RegExp(
  `[,;]?\\s*(?:and )?(?:with )?(?:an? )?\\bremind(?:er|ed|s)?\\b(?: them| him| her| everyone| the [\\p{L} ]{2,30}?)?\\s+(?:after|every)\\s+${SPAN}`,
  'iu',
)
/** Nobody did what was to be done. */
const SILENCE =
  "(?:if|when|in case) (?:(?:nobody|no one|no-one|nothing)\\b[\\p{L} ]*?|there is no[\\p{L} ]*?|[\\p{L} ]{1,40}? (?:do|does|did|has|have|is|are)(?: not|n['’]t)[\\p{L} ]*?|(?:it|this) (?:takes|is|stays|sits)(?: still)?(?: open| there)?)"
const IN_SPAN = `(?:within|in|for|after|longer than|more than)\\s+(?:the (?:first|next)\\s+)?${SPAN}`
const ESCALATE = new RegExp(
  `\\b${SILENCE} ${IN_SPAN}[, ]+(?:then )?(?:it (?:goes|is passed|is escalated) to|escalate(?: it)? to|hand it to|ask)\\s+(.+)$`,
  'iu',
)
const LATE_ONES =
  '(?:to )?(?:them|him|her|everyone|everybody|whoever is late|(?:the|their|our) (?:\\p{L}+ )?(?:team|manager|boss|approvers?|person))'
/** Whoever is to do it is reminded; what others are told is a message. */
const REMINDING = `(?:then )?(?:(?:we|they|he|she|it|someone|the system) )?(?:sends? (?:out )?|gets? |receives? |is |are )?(?:${LATE_ONES} )?(?:an? )?(?:automatic |friendly |short )?remind(?:er|ers|ed|s)?(?: ${LATE_ONES})?(?: (?:is|are) sent| goes out)?(?: ${LATE_ONES})?(?: again| by e-?mail| about it| automatically)?`
const SILENT = [
  `^${SILENCE} ${IN_SPAN}[, ]+${REMINDING}$`,
  `^${REMINDING},? ${SILENCE} ${IN_SPAN}$`,
  `^${SILENCE}[, ]+${REMINDING} (?:after|every) ${SPAN}$`,
  `^after ${SPAN}[, ]+${REMINDING}$`,
].map((source) => new RegExp(source, 'iu'))

export interface Timed {
  /** The text without what it said of time. */
  rest: string
  timing: Timing
  quotes: string[]
}

/** Takes out of a text until when something is to be done, and what happens if it is not. */
export function timed(text: string, teams: readonly Team[]): Timed {
  const timing: Timing = { escalation: [] }
  const quotes: string[] = []
  let rest = text
  const take = (pattern: RegExp, use: (span: string, found: RegExpExecArray) => void, left = '') => {
    const found = pattern.exec(rest)
    if (!found) return
    const [quote, count = '', business, unit = ''] = found
    use(durationOf(count, business, unit), found)
    quotes.push(quote.replace(/^[,;\s]+/, ''))
    rest = `${rest.slice(0, found.index)}${left}${rest.slice(found.index + quote.length)}`.replace(/\s+/g, ' ').trim()
  }
  const reassign = (after: string, to: Party) =>
    timing.escalation.push({ from: 'open', after, act: 'reassign', to: to.assignee })
  const remind = (after: string) => timing.escalation.push({ from: 'open', after, act: 'remind' })
  take(ESCALATE, (after, found) => reassign(after, partyOf(found[4] ?? '', teams)))
  for (const pattern of SILENT) take(pattern, remind)
  take(REMIND_BEFORE, (after) => timing.escalation.push({ from: 'due', after: `-${after}`, act: 'remind' }))
  take(REMIND, remind)
  take(DUE, (due) => {
    timing.due = due
  })
  take(
    HAS,
    (due) => {
      timing.due = due
    },
    'has to',
  )
  return { rest, timing, quotes }
}

export function addTiming(to: Timing, { due, escalation }: Timing): void {
  if (due) to.due = due
  to.escalation.push(...escalation)
}
