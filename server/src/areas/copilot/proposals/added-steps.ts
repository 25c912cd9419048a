import type { Field, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import type { Edit } from '@throughline/contracts/workflow-edits'
import { targetLists } from '@throughline/flow/compile'
import { mainOutcome, retargeted, stepAt, targetsOf } from '@throughline/flow/edit'
import { draftFrom } from '../drafter/draft.ts'
import { fresh } from '../drafter/parse-text.ts'
import type { Team } from '../drafter/people.ts'

/** Where new steps go: after a way out of a step, in the place of other ways that lead to the same, or at the start. */
export interface Spot {
  after: string | null
  outcome?: string
  /** Further ways that lead to the new steps as well. */
  also: { from: string; outcome: string }[]
}

/** In front of a step, wherever it is come to from. */
export function spotBefore(doc: FlowDoc, id: string): Spot {
  const into = Object.values(doc.steps).flatMap((step) =>
    targetLists(step).flatMap(({ outcome, targets }) =>
      outcome !== undefined && targets.includes(id) && !step.back?.includes(id) ? [{ from: step.id, outcome }] : [],
    ),
  )
  const [first, ...also] = into
  return first && doc.start_step !== id
    ? { after: first.from, outcome: first.outcome, also }
    : { after: null, also: [] }
}

/** At the end of the way that is taken when all goes well. */
export function lastSpot(doc: FlowDoc): Spot {
  const met = new Set<string>()
  let at = stepAt(doc, doc.start_step)
  for (let next = at; next && !met.has(next.id); ) {
    at = next
    met.add(next.id)
    const [target = ''] = targetsOf(next, mainOutcome(next)) ?? []
    next = next.back?.includes(target) ? undefined : stepAt(doc, target)
  }
  return { after: at?.id ?? null, also: [] }
}

const variableOf = ({ name, variable }: Field) => variable ?? name

/** Every answer that the draft asks for. */
const askedIn = ({ steps, start_fields = [] }: FlowDoc): Field[] => [
  ...start_fields,
  ...Object.values(steps).flatMap((step) => (step.type === 'manual' && !step.each ? step.fields : [])),
]

const NUMBERS = new Set(['currency', 'number'])

/** What the draft asks for already, in the place of what the sentence would ask for. */
function knownFor(wanted: Field, draft: FlowDoc): Field | undefined {
  const asked = askedIn(draft)
  const same = asked.find((one) => variableOf(one) === variableOf(wanted) && one.type === wanted.type)
  return same ?? (NUMBERS.has(wanted.type) ? asked.find(({ type }) => NUMBERS.has(type)) : undefined)
}

const VARIABLE = /\bvars\.(\w+)/g

/** The steps with other names for what they read. */
const withVariables = (steps: Step[], names: ReadonlyMap<string, string>): Step[] =>
  JSON.parse(
    JSON.stringify(steps).replaceAll(VARIABLE, (whole, name: string) =>
      names.has(name) ? `vars.${names.get(name)}` : whole,
    ),
  )

/** Answers that the new steps read: those the draft asks for already, and those its first form is to ask for too. */
function answersFor(draft: FlowDoc, steps: Step[], offered: readonly Field[]) {
  const read = new Set([...JSON.stringify(steps).matchAll(VARIABLE)].map(([, name = '']) => name))
  const names = new Map<string, string>()
  const missing: Field[] = []
  for (const field of offered.filter((one) => read.has(variableOf(one)))) {
    const known = knownFor(field, draft)
    if (known) names.set(variableOf(field), variableOf(known))
    else missing.push(field)
  }
  return { names, missing }
}

/** Begins a text, so that what follows is not taken for what starts the work. */
const OPENING = 'Someone asks for it. '

export interface AddedSteps {
  edits: Edit[]
  /** The last of them that people have a part in. */
  human: string | undefined
}

/** The steps that a sentence tells of, at this place of the draft; nothing where it tells of none, or of several at once. */
export function addedSteps(
  sentence: string,
  draft: FlowDoc,
  people: readonly Team[],
  spot: Spot,
): AddedSteps | undefined {
  const drafted = draftFrom(OPENING + sentence, people)
  if (!drafted) return undefined
  const { start_step: opening, steps: all } = drafted.document
  const start = all[opening]
  const [entry, ...others] = start?.next ?? []
  if (start?.type !== 'manual' || entry === undefined || others.length > 0) return undefined
  const taken = new Set(Object.keys(draft.steps))
  const ids = new Map([[opening, draft.start_step]])
  for (const id of Object.keys(all)) {
    if (id === opening) continue
    const own = fresh(id, taken)
    taken.add(own)
    ids.set(id, own)
  }
  const led = retargeted(drafted.document, (targets) => targets.map((to) => ids.get(to) ?? to))
  const made = Object.values(led.steps)
    .filter(({ id }) => id !== opening)
    .map((step): Step => ({ ...step, id: ids.get(step.id) ?? step.id }))
  const first = made.find(({ id }) => id === ids.get(entry))
  if (!first) return undefined
  const { names, missing } = answersFor(draft, made, start.fields)
  const form = Object.values(draft.steps).find((step) => step.type === 'manual' && !step.each)
  if (missing.length > 0 && !form) return undefined
  const { after, outcome, also } = spot
  const steps = withVariables([first, ...made.filter((one) => one !== first)], names)
  return {
    edits: [
      ...missing.map((field): Edit => ({ op: 'set_field', step: form?.id ?? '', field })),
      { op: 'add_steps', after, ...(outcome !== undefined && { outcome }), steps },
      ...also.map((way): Edit => ({ op: 'connect', ...way, to: [first.id] })),
    ],
    human: made.findLast(({ type }) => type === 'approval' || type === 'manual')?.id,
  }
}
