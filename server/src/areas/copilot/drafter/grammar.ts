import { isKnownParty, type Team } from './people.ts'
import { type Form, plainForm, verbOf } from './verbs.ts'

/** Who does what: "finance", "pay", "the invoice". */
export interface Clause {
  subject: string | undefined
  verb: string
  form: Form
  object: string
}

/** What may stand between who does it and what is done. */
export const MODALS =
  'must|has to|have to|had to|should|will|shall|can|may|needs? to|is to|are to|gets? to|wants? to|would|could|is asked to|are asked to|is required to|are required to|also|then|first|again|manually|always'
const MODAL = new RegExp(`^(?:${MODALS})\\s+`, 'i')
const ONLY_MODAL = new RegExp(`^(?:${MODALS})$`, 'i')
/** "They must both", "they all have to". */
const MODAL_OF_SEVERAL = new RegExp(`^(?:(?:${MODALS}|both|all|each)\\s+){1,4}`, 'i')
/** What does not happen is done by nobody. */
const NOT_DONE = /^(?:(?:if|when)\s+)?(?:nobody|no one|no-one|nothing)\b|^(?:if|when)\s+.{1,40}?(?: not|n['’]t)\s/i
const AUXILIARY = /^(is|are|was|were|be|been|gets?|has|have|must|should|will|can|may|needs?|goes|of|number|form)$/i
const DETERMINER = /^(the|a|an|their|his|her|its|our|my|this|that|these|those|each|every|new|any|all|both|some|no)$/i
const LONGEST_SUBJECT = 8

const isPlural = (subject: string) =>
  /\b(and|or|we|they|you|i|people|us)\b/i.test(subject) ||
  /[^s]s$/i.test(subject) ||
  /^(two|three|four|five|\d+|all|both|either)\b/i.test(subject)

/** The beginning of a sentence in the middle of one; names in capitals stay. */
const lowered = (text: string) =>
  text.replace(/^(The|A|An|Their|All|Each|Every|This|Its|It)\b/, (word) => word.toLowerCase())

/** "The invoice is paid by finance", "the form gets signed". */
function passive(text: string): Clause | undefined {
  const found =
    /^(.{2,80}?)\s+(?:is|are|gets?|(?:must|should|will|can|may|has to|have to|needs? to|need to)(?: then)? be|be)\s+(?:then |also |being )?([\p{L}-]+)\b(.*)$/iu.exec(
      text,
    )
  if (!found) return undefined
  const [, thing = '', participle = '', tail = ''] = found
  const verb = verbOf(participle)
  const isAsked = /^(?:asked|required)$/i.test(participle) && /^\s+to\s/i.test(tail)
  if (!verb || isAsked || (verb.form !== 'past' && verb.base !== 'set')) return undefined
  const by = /^(.*?)\s*\bby\s+(?!the (?:end|next|time)\b|\d)(.+)$/i.exec(tail)
  const after = (by ? by[1] : tail) ?? ''
  return {
    subject: by?.[2]?.trim(),
    verb: verb.base,
    form: 'past',
    object: `${ONLY_MODAL.test(thing) ? '' : lowered(thing)} ${after.trim()}`.trim(),
  }
}

function active(text: string, teams: readonly Team[]): Clause | undefined {
  const words = text.split(/\s+/)
  for (let n = 0; n < Math.min(words.length, LONGEST_SUBJECT); n++) {
    const subject = words.slice(0, n).join(' ')
    const from = words.slice(n).join(' ')
    const modal = (n === 0 ? MODAL : MODAL_OF_SEVERAL).exec(from)
    const rest = (modal ? from.slice(modal[0].length) : from).split(/\s+/)
    const [word = '', ...object] = rest
    if (n > 0 && DETERMINER.test(words[n - 1] ?? '')) continue
    const known = verbOf(word)
    // Asked last: it looks through all teams.
    const ofSubject = () => n > 0 && isKnownParty(subject, teams)
    const isName = n === 0 && verbOf(object[0] ?? '')?.form === 'third'
    const fits = known && known.form !== 'past' && !isName && !AUXILIARY.test(object[0] ?? '')
    const agrees = () =>
      modal !== null || (known?.form === 'third' ? n > 0 : n === 0 || isPlural(subject) || ofSubject())
    if (fits && agrees())
      return {
        subject: n === 0 ? undefined : subject,
        verb: known.base,
        form: modal ? 'plain' : known.form,
        object: object.join(' '),
      }
    // What somebody who is known does is done, whatever it is.
    const maybeVerb =
      !known && /^[a-z][a-z-]+s$/.test(word) && !AUXILIARY.test(word) && !/^(as|its|this|us)$/.test(word)
    if (maybeVerb && ofSubject()) return { subject, verb: plainForm(word), form: 'third', object: object.join(' ') }
  }
  return undefined
}

export function clauseOf(text: string, teams: readonly Team[]): Clause | undefined {
  return NOT_DONE.test(text) ? undefined : (passive(text) ?? active(text, teams))
}

/** What begins with one goes on with what was said: "from and to dates". */
const PREPOSITION = /^(?:to|from|until|till|of|with|for)\s/i

/** Where one text says several things: "HR checks and signs it", "IT sets up a laptop and HR prepares the contract". */
export function splitActs(text: string, teams: readonly Team[]): string[] {
  const joint = /\s*,\s*(?:and\s+)?|\s+and\s+/gi
  for (let found = joint.exec(text); found; found = joint.exec(text)) {
    const left = text.slice(0, found.index)
    const one = clauseOf(left, teams)
    if (!one) continue
    const right = text.slice(found.index + found[0].length)
    if (PREPOSITION.test(right)) continue
    const other = clauseOf(right, teams)
    if (!other) continue
    if (other.subject === undefined && other.form !== one.form) continue
    return [left, ...splitActs(right, teams)]
  }
  return [text]
}
