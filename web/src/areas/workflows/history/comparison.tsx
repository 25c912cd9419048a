import type { AuthoredChange } from '@throughline/contracts/workflows'
import { type Change, diff, linksOf } from '@throughline/flow/compile'
import type { ConditionStep, FlowDoc, Route, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Avatar } from '../../../ui/avatar.tsx'
import type { LineMark, StepMark } from '../canvas/flow-canvas.tsx'
import { type Drawing, type DrawnStep, drawingOf, type Names } from '../model/drawing.ts'
import { changeText } from './change-text.ts'
import { changeTexts } from './history.texts.ts'
import { notableChanges } from './notable-changes.ts'

const both = (newer: readonly StepId[], older: readonly StepId[] = []) => [...new Set([...newer, ...older])]

function bothRoutes(newer: Route | undefined, older: Route | undefined): Route | undefined {
  if (!newer || !older || !('next' in newer) || !('next' in older)) return newer ?? older
  return { ...newer, next: both(newer.next, older.next) }
}

function bothBranches(newer: ConditionStep, older: ConditionStep): ConditionStep {
  const grown = newer.branches.map((branch, n) => ({ ...branch, next: both(branch.next, older.branches[n]?.next) }))
  return {
    ...newer,
    branches: [...grown, ...older.branches.slice(newer.branches.length)],
    else: both(newer.else ?? [], older.else),
  }
}

const route = <K extends string>(key: K, value: Route | undefined) => (value ? { [key]: value } : {})

/** The newer step, leading also where the older one led. */
function bothSteps(newer: Step, older: Step | undefined): Step {
  if (!older) return newer
  if (newer.type === 'condition' && older.type === 'condition') return bothBranches(newer, older)
  const next = both(newer.next, older.next)
  if (newer.type === 'approval' && older.type === 'approval')
    return {
      ...newer,
      next,
      ...route('on_reject', bothRoutes(newer.on_reject, older.on_reject)),
      ...route('on_changes', bothRoutes(newer.on_changes, older.on_changes)),
    }
  if ((newer.type === 'tool' || newer.type === 'subworkflow') && newer.type === older.type)
    return { ...newer, next, ...route('on_failure', bothRoutes(newer.on_failure, older.on_failure)) }
  return { ...newer, next }
}

type Union = { drawing: Drawing; lines: Map<string, LineMark> }

/** Both documents in one drawing: what is gone stays where it was, and what is there now looks as it does now. */
function unionOf(older: FlowDoc, newer: FlowDoc, names: Names): Union {
  const steps = Object.fromEntries(
    Object.entries(newer.steps).map(([id, step]) => [id, bothSteps(step, older.steps[id])]),
  )
  const gone = Object.entries(older.steps).filter(([id]) => !Object.hasOwn(newer.steps, id))
  const doc: FlowDoc = { ...newer, type: 'parallel', steps: { ...steps, ...Object.fromEntries(gone) } }
  const drawn = drawingOf(doc, names)
  const now = drawingOf(newer, names)
  const all = drawn.steps.map((one): DrawnStep => {
    const own = now.at(one.id)
    return own ? { ...own, outs: one.outs } : { ...one, n: 0 }
  })
  const byId = new Map(all.map((one) => [one.id, one]))
  return { drawing: { ...drawn, steps: all, at: (id) => byId.get(id) }, lines: linesOf(older, newer) }
}

function linesOf(older: FlowDoc, newer: FlowDoc): Map<string, LineMark> {
  const keys = (doc: FlowDoc) => new Set(linksOf(doc).map(({ from, to }) => `${from}>${to}`))
  const [before, after] = [keys(older), keys(newer)]
  return new Map<string, LineMark>([
    ...[...after].filter((key) => !before.has(key)).map((key) => [key, 'added'] as const),
    ...[...before].filter((key) => !after.has(key)).map((key) => [key, 'removed'] as const),
  ])
}

export type Person = { name: string; photo: string | null }

/** A change with its author, as far as that is on record. */
type AttributedChange = { change: Change; author: Person | undefined }

export type Comparison = Union & {
  before: Drawing
  after: Drawing
  changes: AttributedChange[]
  marks: Map<StepId, StepMark>
  counts: Record<Change['kind'], number>
}

type Sources = {
  names: Names
  authored: readonly AuthoredChange[]
  people: (id: string) => Person
}

/** The difference of two documents: in words, and on one drawing. */
export function compare(older: FlowDoc, newer: FlowDoc, { names, authored, people }: Sources): Comparison {
  const union = unionOf(older, newer, names)
  const [before, after] = [drawingOf(older, names), drawingOf(newer, names)]
  const authors = new Map(authored.map(({ path, kind, author }) => [`${kind} ${path}`, author]))
  const changes = notableChanges(diff(older, newer).changes).map((change): AttributedChange => {
    const author = authors.get(`${change.kind} ${change.path}`)
    return { change, author: author ? people(author) : undefined }
  })
  const marks = new Map<StepId, StepMark>()
  for (const { change, author } of changes) {
    const { step, kind, what } = change
    if (step === undefined || what === 'edge' || marks.has(step)) continue
    const note = kind === 'added' && what === 'step' ? undefined : noteOf(change, after, before)
    marks.set(step, {
      state: what === 'step' ? kind : 'changed',
      ...(note && what === 'setting' && { note }),
      ...(author && { badge: <Avatar name={author.name} src={author.photo ?? undefined} size={14} /> }),
    })
  }
  return { ...union, before, after, changes, marks, counts: countsOf(changes) }
}

/** What a card says of its change. */
function noteOf(change: Change, after: Drawing, before: Drawing): string | undefined {
  const said = changeText(change, after, before)
  if (said.before === undefined) return said.text ?? said.after
  return said.after === undefined ? changeTexts.was(said.before) : changeTexts.nowWas(said.after, said.before)
}

function countsOf(changes: readonly AttributedChange[]): Comparison['counts'] {
  const count = (kind: Change['kind']) => changes.filter(({ change }) => change.kind === kind).length
  return { added: count('added'), removed: count('removed'), changed: count('changed') }
}
