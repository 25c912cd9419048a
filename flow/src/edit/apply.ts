import type { Edit } from '@throughline/contracts/workflow-edits'
import { parse } from '../compile/parse.ts'
import type { ConditionStep, Field, FlowDoc, ManualStep, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { endingAs, setStep, setTargets } from './place.ts'
import { removeStep } from './remove.ts'
import { allTargets, mainOutcome, stepAt, targetsOf, tidy, unique, withMarks, withTargets } from './targets.ts'

export type { Edit } from '@throughline/contracts/workflow-edits'

/** The document with the edit, or why it does not fit. */
export type Applied = { doc: FlowDoc } | { problem: string }

type EditOf<Op extends Edit['op']> = Extract<Edit, { op: Op }>

const refused = (problem: string): Applied => ({ problem })
const gone = (id: StepId): Applied => refused(`The step “${id}” doesn’t exist.`)
const isRefused = (value: Step | Applied): value is Applied => 'problem' in value || 'doc' in value

/** Ways of new steps that lead nowhere lead on, but for those that are said to end it. */
function leadingOn(step: Step, onward: StepId[]): Step {
  if (step.end_outcome !== undefined) return step
  const on = (targets: StepId[] | undefined) => (targets && targets.length > 0 ? targets : onward)
  if (step.type !== 'condition') return { ...step, next: on(step.next) }
  return { ...step, branches: step.branches.map((one) => ({ ...one, next: on(one.next) })), else: on(step.else) }
}

const ROUTES: Record<Step['type'], readonly string[]> = {
  manual: [],
  wait: [],
  condition: ['else'],
  tool: ['failed'],
  subworkflow: ['failed', 'rejected'],
  approval: ['rejected', 'changes'],
}

const isWay = (step: Step, outcome: string): boolean =>
  outcome === mainOutcome(step) ||
  ROUTES[step.type].includes(outcome) ||
  (step.type === 'condition' && step.branches.some((_, n) => `b${n}` === outcome))

function addSteps(doc: FlowDoc, { after, outcome, steps }: EditOf<'add_steps'>): Applied {
  const [first] = steps
  if (!first) return refused('No step is added.')
  const ids = steps.map(({ id }) => id)
  const taken = ids.find((id, n) => stepAt(doc, id) || ids.indexOf(id) !== n)
  if (taken !== undefined) return refused(`There’s already a step with the ID “${taken}”.`)
  const source = after === null ? undefined : stepAt(doc, after)
  if (after !== null && !source) return gone(after)
  const way = source && (outcome ?? mainOutcome(source))
  if (source && way !== undefined && !isWay(source, way)) return refused(`“${source.name}” has no way out “${way}”.`)
  const onward = source ? (targetsOf(source, way ?? '') ?? []) : stepAt(doc, doc.start_step) ? [doc.start_step] : []
  const marks = onward.filter((to) => source?.back?.includes(to))
  const made = steps.map((step) => {
    const led = tidy(leadingOn(step, onward))
    const ended = source && way !== undefined ? endingAs(led, source, way) : led
    return withMarks(ended, [...(ended.back ?? []), ...marks.filter((to) => allTargets(ended).includes(to))])
  })
  const before: [StepId, Step][] = Object.entries(doc.steps).flatMap(([id, step]): [StepId, Step][] =>
    id === source?.id && way !== undefined
      ? [[id, withTargets(step, way, [first.id])], ...made.map((one): [StepId, Step] => [one.id, one])]
      : [[id, step]],
  )
  const added: [StepId, Step][] = source ? before : [...made.map((one): [StepId, Step] => [one.id, one]), ...before]
  return { doc: { ...doc, ...(!source && { start_step: first.id }), steps: Object.fromEntries(added) } }
}

/** What says where a step leads, and what it is. */
const NOT_SETTINGS = new Set([
  'id',
  'type',
  'next',
  'back',
  'branches',
  'else',
  'on_reject',
  'on_changes',
  'on_failure',
])

/** As a document could hold it, or what of it none could. */
function readStep(step: object, id: StepId): Step | Applied {
  const { doc, problems } = parse({ steps: { [id]: step } })
  const [problem] = problems
  if (problem) return refused(`${problem.path.split('/').slice(3).join(' ')}: ${problem.text}`)
  return doc.steps[id] ?? gone(id)
}

function changeStep(doc: FlowDoc, { step: id, set }: EditOf<'change_step'>): Applied {
  const step = stepAt(doc, id)
  if (!step) return gone(id)
  const other = Object.keys(set).find((key) => NOT_SETTINGS.has(key))
  if (other !== undefined) return refused(`“${other}” isn’t a setting that can be changed this way.`)
  const kept = Object.entries({ ...step, ...set }).filter(([key, value]) => value !== null || set[key] !== null)
  const made = readStep(Object.fromEntries(kept), id)
  return isRefused(made) ? made : { doc: setStep(doc, made) }
}

function ofType<T extends Step['type']>(doc: FlowDoc, id: StepId, type: T): Extract<Step, { type: T }> | Applied {
  const step = stepAt(doc, id)
  if (!step) return gone(id)
  const isIt = (one: Step): one is Extract<Step, { type: T }> => one.type === type
  if (isIt(step)) return step
  return refused(type === 'manual' ? `“${step.name}” has no form.` : `“${step.name}” isn’t a condition.`)
}

function changeFields(doc: FlowDoc, id: StepId, change: (step: ManualStep) => Field[] | Applied): Applied {
  const step = ofType(doc, id, 'manual')
  if (isRefused(step)) return step
  const fields = change(step)
  if (!Array.isArray(fields)) return fields
  const made = readStep({ ...step, fields }, id)
  return isRefused(made) ? made : { doc: setStep(doc, made) }
}

function changeCondition(doc: FlowDoc, id: StepId, change: (step: ConditionStep) => ConditionStep | Applied): Applied {
  const step = ofType(doc, id, 'condition')
  if (isRefused(step)) return step
  const made = change(step)
  return isRefused(made) ? made : { doc: setStep(doc, made) }
}

function connect(doc: FlowDoc, { from, outcome, to }: EditOf<'connect'>): Applied {
  const step = stepAt(doc, from)
  if (!step) return gone(from)
  const way = outcome ?? mainOutcome(step)
  const missing = to.find((id) => !stepAt(doc, id))
  if (missing !== undefined) return gone(missing)
  return isWay(step, way)
    ? { doc: setTargets(doc, from, way, unique(to)) }
    : refused(`“${step.name}” has no way out “${way}”.`)
}

function changeWorkflow(doc: FlowDoc, { set }: EditOf<'change_workflow'>): Applied {
  const { due, ...texts } = set
  const { due: _, ...rest } = doc
  const kept = due === undefined ? doc.due : (due ?? undefined)
  return { doc: { ...rest, ...texts, ...(kept && { due: kept }) } }
}

export function applyEdit(doc: FlowDoc, edit: Edit): Applied {
  switch (edit.op) {
    case 'add_steps':
      return addSteps(doc, edit)
    case 'change_step':
      return changeStep(doc, edit)
    case 'remove_step':
      if (!stepAt(doc, edit.step)) return gone(edit.step)
      return Object.keys(doc.steps).length > 1
        ? { doc: removeStep(doc, edit.step).doc }
        : refused('The last step can’t be removed.')
    case 'connect':
      return connect(doc, edit)
    case 'set_field':
      return changeFields(doc, edit.step, ({ fields }) =>
        fields.some(({ name }) => name === edit.field.name)
          ? fields.map((one) => (one.name === edit.field.name ? edit.field : one))
          : [...fields, edit.field],
      )
    case 'remove_field':
      return changeFields(doc, edit.step, ({ name, fields }) =>
        fields.some((one) => one.name === edit.name)
          ? fields.filter((one) => one.name !== edit.name)
          : refused(`“${name}” has no field “${edit.name}”.`),
      )
    case 'add_branch': {
      const { name, when, to } = edit
      return changeCondition(doc, edit.step, (step) => {
        const branch = { ...(name !== undefined && { name }), when, next: to ?? step.else ?? [] }
        return { ...step, branches: [branch, ...step.branches] }
      })
    }
    case 'change_branch':
      return changeCondition(doc, edit.step, (step) =>
        step.branches[edit.branch]
          ? { ...step, branches: step.branches.map((one, n) => (n === edit.branch ? { ...one, ...edit.set } : one)) }
          : refused(`“${step.name}” has no branch ${edit.branch + 1}.`),
      )
    case 'change_workflow':
      break
  }
  return changeWorkflow(doc, edit)
}

/** All of them or none. */
export function applyEdits(doc: FlowDoc, edits: readonly Edit[]): Applied {
  let made = doc
  for (const edit of edits) {
    const applied = applyEdit(made, edit)
    if ('problem' in applied) return applied
    made = applied.doc
  }
  return { doc: made }
}
