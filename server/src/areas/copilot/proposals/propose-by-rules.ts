import type { Field, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import type { Edit } from '@throughline/contracts/workflow-edits'
import { applyEdits } from '@throughline/flow/edit'
import { capital, durationOf, SPAN, slug } from '../drafter/parse-text.ts'
import { partyOf, type Team } from '../drafter/people.ts'
import { sentencesOf, withoutLead } from '../drafter/sentences.ts'
import { timed } from '../drafter/timing.ts'
import { addedSteps, lastSpot, type Spot, spotBefore } from './added-steps.ts'
import type { RawProposal } from './proposal.ts'

const QUOTED = /[“"‘']([^”"’']+)[”"’']/

const stem = (word: string) => word.toLowerCase().replace(/(?:ations?|ments?|ings?|ers?|als?|es|ed|s|e)$/, '')
const SMALL = new Set('the and for with from into that this step it its is are all any anything everything'.split(' '))
const stemsOf = (text: string) =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !SMALL.has(word.toLowerCase()))
    .map(stem)
    .filter((one) => one.length > 1)

/** What somebody means who names a step: in quotes, by its number, by its name, or by words that only its name has. */
function stepNamed(words: string, { steps }: FlowDoc): Step | undefined {
  const all = Object.values(steps)
  const name = (QUOTED.exec(words)?.[1] ?? words)
    .replace(/^(?:the )?step (?=\D)/i, '')
    .trim()
    .toLowerCase()
  const [, number] = /^(?:the )?step (\d+)$/.exec(name) ?? []
  if (number !== undefined) return all[Number(number) - 1]
  const exact = all.filter((step) => step.name.toLowerCase() === name || step.id === name)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  const wanted = stemsOf(name)
  const scores = all.map((step) => {
    const own = new Set(stemsOf(step.name))
    return { step, hits: wanted.filter((one) => own.has(one)).length }
  })
  const most = Math.max(0, ...scores.map(({ hits }) => hits))
  const best = scores.filter(({ hits }) => hits === most)
  return most > 0 && best.length === 1 ? best[0]?.step : undefined
}

/** What has been read so far: later sentences speak of what earlier ones changed. */
interface Draft {
  doc: FlowDoc
  people: readonly Team[]
  /** Whom "them" means: of the step that was spoken of last. */
  last: string | undefined
}

type Read = { edits: Edit[]; last?: string | undefined } | undefined
type Rule = (sentence: string, draft: Draft) => Read

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^[“"‘']/, '')
    .replace(/[”"’']$/, '')
    .trim()

const changed = (step: Step, set: Extract<Edit, { op: 'change_step' }>['set']): Read => ({
  edits: [{ op: 'change_step', step: step.id, set }],
  last: step.id,
})

const rename: Rule = (sentence, { doc }) => {
  const [, which = '', name = ''] =
    /^(?:rename|call) (.+?) (?:to |as )?([“"‘'].+[”"’']|(?<=to ).+)$/i.exec(sentence) ?? []
  const step = which === '' ? undefined : stepNamed(which, doc)
  return step && changed(step, { name: unquoted(name) })
}

const remove: Rule = (sentence, { doc }) => {
  const [, which = ''] = /^(?:remove|delete|drop|take out|skip) (?:the )?(.+?)(?: step)?$/i.exec(sentence) ?? []
  const step = which === '' ? undefined : stepNamed(which, doc)
  return step && { edits: [{ op: 'remove_step', step: step.id }] }
}

const THEM = /^(?:them|him|her|it|everyone|this|that)$/i
const meant = (words: string, { doc, last }: Draft) =>
  THEM.test(words.trim()) ? doc.steps[last ?? ''] : stepNamed(words, doc)

const REMIND = new RegExp(`^(?:please )?remind (.+?) (?:after|every) ${SPAN}$`, 'i')
const remind: Rule = (sentence, draft) => {
  const [, who = '', count = '', business, unit = ''] = REMIND.exec(sentence) ?? []
  const step = who === '' ? undefined : meant(who, draft)
  if (!step) return undefined
  const one = { from: 'open' as const, after: durationOf(count, business, unit), act: 'remind' as const }
  return changed(step, { escalation: [...(step.escalation ?? []), one] })
}

const DUE = new RegExp(
  `^(?:give (.+?)|(.+?) (?:is|are) due (?:in|within|after)|(.+?) (?:has|have) to be done (?:in|within)) ${SPAN}$`,
  'i',
)
const due: Rule = (sentence, draft) => {
  const found = DUE.exec(sentence)
  const which = found?.[1] ?? found?.[2] ?? found?.[3]
  const step = which === undefined ? undefined : meant(which, draft)
  return step && changed(step, { due: { in: durationOf(found?.[4] ?? '1', found?.[5], found?.[6] ?? 'day') } })
}

const assign: Rule = (sentence, draft) => {
  const [, which = '', who = ''] = /^(?:assign|give|hand) (.+?) to (.+)$/i.exec(sentence) ?? []
  const step = which === '' ? undefined : meant(which, draft)
  const party = step && partyOf(who, draft.people)
  if (!party || party.said !== undefined) return undefined
  if (step.type === 'manual') return changed(step, { assignee: party.assignee })
  return step.type === 'approval' ? changed(step, { approvers: [party.assignee] }) : undefined
}

const TYPES: [RegExp, Field['type']][] = [
  [/\b(?:amount|price|cost|total|budget|sum)\b/i, 'currency'],
  [/\b(?:date|day|deadline)\b/i, 'date'],
  [/\b(?:number|count|quantity|how many)\b/i, 'number'],
  [/\be-?mail\b/i, 'email'],
  [/\b(?:file|document|scan|copy|receipt|attachment|photo)\b/i, 'file'],
  [/\b(?:reason|description|comment|note|details)\b/i, 'textarea'],
]

const askFor: Rule = (sentence, draft) => {
  const [, label = '', where] =
    /^ask (?:also )?for (?:the |an? |their )?(.+?)(?: (?:in|at|on|when) (.+))?$/i.exec(sentence) ?? []
  const step = where === undefined ? draft.doc.steps[draft.doc.start_step] : meant(where, draft)
  if (label === '' || step?.type !== 'manual') return undefined
  const type = TYPES.find(([pattern]) => pattern.test(label))?.[1] ?? 'text'
  const field: Field = { name: slug(label) || 'answer', type, label: capital(label), required: true }
  return { edits: [{ op: 'set_field', step: step.id, field }], last: step.id }
}

/** "Legal approves it before the payment", "After the review, finance pays": what is told, and where it goes. */
function placed(sentence: string, { doc }: Draft): { told: string; spot: Spot } {
  const lead = /^(before|after) (.+?), (.+)$/i.exec(sentence)
  const tail = lead ? null : /^(.+?),? (before|after) (.+?)((?: if | when | unless ).+)?$/i.exec(sentence)
  const [word, which, told] = lead
    ? [lead[1], lead[2], lead[3]]
    : [tail?.[2], tail?.[3], `${tail?.[1] ?? ''}${tail?.[4] ?? ''}`]
  const step = which === undefined ? undefined : stepNamed(which, doc)
  if (!step || told === undefined) return { told: sentence, spot: lastSpot(doc) }
  const spot = /^before$/i.test(word ?? '') ? spotBefore(doc, step.id) : { after: step.id, also: [] }
  return { told, spot }
}

/** "Ask legal" is to have legal approve. */
const asApproval = (sentence: string) =>
  sentence.replace(
    /^(?:ask|have|let) ((?:the )?[\p{L} &]+?)(?: (?:to )?(?:approve|agree|decide|check)(?: it)?)?(?= (?:before|after|if)\b|$)/iu,
    '$1 approves',
  )

/** What is to become of the draft itself is nobody's task in it. */
const OF_THE_DRAFT =
  /^(?:please )?(?:make|change|improve|update|fix|remove|delete|drop|rename|move|add|simplify|shorten|rewrite|translate|ignore|forget|undo)\b/i

const add: Rule = (sentence, draft) => {
  if (OF_THE_DRAFT.test(sentence)) return undefined
  const { told, spot } = placed(asApproval(withoutLead(sentence)), draft)
  const alone = timed(told, draft.people)
  if (alone.rest.trim() === '') return undefined
  const added = addedSteps(told, draft.doc, draft.people, spot)
  return added && { edits: added.edits, last: added.human }
}

const RULES = [rename, remove, remind, due, assign, askFor, add]

/** Clauses that say something of their own after "and". */
const clausesOf = (sentence: string) =>
  sentence.split(/,? and (?=(?:then )?(?:remind|rename|remove|delete|assign|ask for|give) )/i).map((one) => one.trim())

const NOT_UNDERSTOOD =
  'The rules couldn’t tell who should do what. Try something like “The manager approves before ‘Pay’”, or “Remind them after two days”.'

/** Changes for a draft from plain sentences, by rules alone. */
export function proposeByRules(instruction: string, doc: FlowDoc, people: readonly Team[]): RawProposal {
  const draft: Draft = { doc, people, last: undefined }
  const proposal: RawProposal = { changes: [], notDone: [] }
  for (const quote of sentencesOf(instruction).flatMap(clausesOf)) {
    const read = RULES.reduce<Read>((found, rule) => found ?? rule(quote, draft), undefined)
    const applied = read && applyEdits(draft.doc, read.edits)
    if (!read || !applied) proposal.notDone.push({ quote, reason: NOT_UNDERSTOOD })
    else if ('problem' in applied) proposal.notDone.push({ quote, reason: applied.problem })
    else {
      draft.doc = applied.doc
      draft.last = read.last ?? draft.last
      proposal.changes.push({ quote, isGuess: false, edits: read.edits })
    }
  }
  return proposal
}
