import type { StepType } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { Due, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { STEP_KINDS } from '../canvas/step-kinds.tsx'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { texts, type Unit } from './outline.texts.ts'
import {
  type BranchEntry,
  type GotoEntry,
  type Join,
  type OutlineEntry,
  outlineEntries,
  type StepEntry,
  type Way,
  type WayEntry,
} from './outline-walk.ts'

const units: Record<string, Unit> = { s: 's', m: 'm', h: 'h', d: 'd', w: 'w', bd: 'bd' }

function lasting(duration: string): string {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(duration) ?? []
  const known = unit === undefined ? undefined : units[unit]
  return known === undefined ? duration : texts.lasting(Number(count), known)
}

const dueText = (due: Due | undefined) => {
  if (!due) return ''
  return 'in' in due ? lasting(due.in) : texts.onDate
}

/** When a step is due; a wait says how long it waits. */
const dueOf = ({ step, meta }: DrawnStep) => (step.type === 'wait' ? meta : dueText(step.due))

function titleOf(drawing: Drawing, id: string | null): string {
  const drawn = id === null ? undefined : drawing.at(id)
  return drawn ? texts.numbered(drawn.n, drawn.name) : ''
}

const joinText = ({ all, count }: Join) => (all ? texts.joinsAll(count) : texts.joinsEither)

const isNamed = (end: string | undefined): end is string => end !== undefined && end !== 'completed'

function condition(way: Way): string {
  const { outcome, label } = way
  if (outcome === 'else') return texts.branch.else
  if (outcome === 'failed' || outcome === 'rejected' || outcome === 'changes') return texts.branch[outcome]
  return texts.branch.if(label)
}

const runsAlways = ({ outcome }: Way) => outcome === 'done' || outcome === 'approved'

function branchText({ way, place }: BranchEntry): string {
  if (runsAlways(way)) return texts.branch.atOnce(...(place ?? [1, 1]))
  return place ? texts.branch.part(condition(way), ...place) : condition(way)
}

function branchDetail(drawing: Drawing, { way, place, straight }: BranchEntry): string {
  if (place && place[0] > 1 && drawing.doc.type === 'sequential') return texts.branch.ignored
  if (straight) return texts.branch.straight(titleOf(drawing, way.to))
  if (way.to === null) return isNamed(way.end) ? texts.branch.endsAs(way.end) : texts.branch.ends
  return place ? texts.branch.nowAtOnce : ''
}

function wayText(kind: WayEntry['kind'], { label }: Way): string {
  if (kind === 'return') return texts.back(label)
  return kind === 'exit' ? texts.exit(label) : texts.end
}

const wayDetail = (drawing: Drawing, { to, end }: Way) => {
  if (to !== null) return titleOf(drawing, to)
  return isNamed(end) ? texts.outcome(end) : ''
}

const stepAt = (rows: readonly Row[], id: string | undefined) =>
  rows.findIndex((row) => row.kind === 'step' && row.id === id)

function nextIssue(rows: readonly Row[], at: number): number {
  const places = rows.flatMap((row, n) => (row.kind === 'step' && row.errors + row.warnings > 0 ? [n] : []))
  return places.find((n) => n > at) ?? places[0] ?? -1
}

/** The row a key leads to from another; undefined if the key is none that moves, or there is nowhere to go. */
export function movedTo(rows: readonly Row[], at: number, key: string): number | undefined {
  const row = rows[at]
  if (!row) return undefined
  const within = (place: number) => (place >= 0 && place < rows.length ? place : undefined)
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'Home':
      return within(0)
    case 'End':
      return within(rows.length - 1)
    case 'ArrowLeft':
      return within(rows.findLastIndex(({ depth }, n) => n < at && depth < row.depth))
    case 'ArrowRight':
      return (rows[at + 1]?.depth ?? 0) > row.depth ? at + 1 : undefined
    case 'j':
      return row.target === undefined ? undefined : within(stepAt(rows, row.target))
    case 'i':
      return within(nextIssue(rows, at))
    default:
      return undefined
  }
}

interface RowFrame {
  key: string
  depth: number
  top: number
  height: number
  /** Place among the rows under the same one. */
  place: number
  of: number
  /** What is read aloud. */
  name: string
  /** Where a step is put by adding one here. */
  spot?: Spot
  /** The step to jump to. */
  target?: StepId
}
export interface StepRow extends RowFrame {
  kind: 'step'
  id: StepId
  type: StepType
  number: number
  title: string
  sub: string
  who: string
  /** Somebody is named, so a face stands beside it. */
  people: boolean
  due: string
  join: string
  forEach: boolean
  errors: number
  warnings: number
  /** A line leads on to the next step at the same depth. */
  continues: boolean
}
export interface WayRow extends RowFrame {
  kind: 'trigger' | 'branch' | 'return' | 'exit' | 'end' | 'goto' | 'stray'
  /** The step it belongs to. */
  id?: StepId
  text: string
  detail: string
  /** A branch that comes to the join. */
  arrives?: boolean
}
export type Row = StepRow | WayRow

const heights: Record<Row['kind'], number> = {
  trigger: 40,
  step: 44,
  branch: 32,
  return: 30,
  exit: 30,
  end: 30,
  goto: 30,
  stray: 40,
}

type Unplaced<R> = R extends Row ? Omit<R, 'top' | 'height' | 'place' | 'of'> : never
type Issues = ReadonlyMap<StepId, readonly Problem[]>

const sentence = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')

const namesPeople = (step: Step) =>
  (step.type === 'manual' && step.assignee !== undefined) || (step.type === 'approval' && step.approvers.length > 0)

function stepRow(drawing: Drawing, entry: StepEntry, issues: Issues): Unplaced<Row>[] {
  const drawn = drawing.at(entry.id)
  if (!drawn) return []
  const { step, n, sub, who } = drawn
  const problems = issues.get(entry.id) ?? []
  const due = dueOf(drawn)
  const join = entry.join ? joinText(entry.join) : ''
  const errors = problems.filter(({ level }) => level === 'E').length
  const wrong = problems.map(({ level, text }) => texts.said.problem(level, text))
  const name = sentence(
    texts.said.step(drawn.name, n, drawing.steps.length, STEP_KINDS[step.type].label),
    entry.branch ? texts.said.in(branchText(entry.branch)) : '',
    join,
    step.each ? texts.forEach : '',
    who,
    due && texts.said.due(due),
    wrong.length > 0 ? wrong.join(', ') : texts.said.noIssues,
  )
  return [
    {
      kind: 'step',
      key: `step ${entry.id}`,
      depth: entry.depth,
      name,
      id: entry.id,
      type: step.type,
      number: n,
      title: drawn.name,
      sub,
      who,
      people: namesPeople(step),
      due,
      join,
      forEach: step.each !== undefined,
      errors,
      warnings: problems.length - errors,
      continues: entry.continues,
    },
  ]
}

const spotOf = ({ from, outcome, to }: WayEntry['way']): Spot => ({ kind: 'out', from, outcome, to })
const keyOf = (kind: string, { from, outcome, to }: WayEntry['way']) => `${kind} ${from} ${outcome} ${to ?? ''}`

function gotoRow(drawing: Drawing, { way, to, depth }: GotoEntry, place: number): Unplaced<WayRow> {
  const detail = titleOf(drawing, to)
  return {
    kind: 'goto',
    key: way ? keyOf('goto', way) : `goto ${to} ${place}`,
    depth,
    name: `${texts.goto} ${detail}`,
    text: texts.goto,
    detail,
    target: to,
    ...(way && { id: way.from, spot: spotOf(way) }),
  }
}

function wayRow(drawing: Drawing, entry: Exclude<OutlineEntry, StepEntry>, place: number): Unplaced<WayRow> {
  if (entry.kind === 'stray')
    return { kind: 'stray', key: 'stray', depth: 0, name: texts.stray, text: texts.stray, detail: '' }
  if (entry.kind === 'goto') return gotoRow(drawing, entry, place)
  const { kind, depth, way } = entry
  const text = kind === 'branch' ? branchText(entry) : wayText(kind, way)
  const detail = kind === 'branch' ? branchDetail(drawing, entry) : wayDetail(drawing, way)
  const whole = kind === 'return' ? `${text} ${detail}` : sentence(text, detail)
  const leads = way.to !== null && (kind === 'return' || (kind === 'branch' && entry.straight))
  return {
    kind,
    key: keyOf(kind, way),
    depth,
    name: texts.said.of(whole, titleOf(drawing, way.from)),
    id: way.from,
    text,
    detail,
    spot: spotOf(way),
    ...(leads && way.to !== null && { target: way.to }),
    ...(kind === 'branch' && { arrives: entry.arrives }),
  }
}

function placed(rows: Unplaced<Row>[]): Row[] {
  const counts: number[] = []
  const groups: { size: number }[] = []
  const open: { size: number }[] = []
  let top = 0
  for (const { depth } of rows) {
    open.length = Math.min(open.length, depth + 1)
    const group = open[depth] ?? { size: 0 }
    open[depth] = group
    group.size += 1
    counts.push(group.size)
    groups.push(group)
  }
  return rows.map((row, n): Row => {
    const height = heights[row.kind]
    const at = { top, height, place: counts[n] ?? 1, of: groups[n]?.size ?? 1 }
    top += height
    return { ...row, ...at }
  })
}

/** The rows of the outline, from what starts the workflow to its end. */
export function rowsOf(drawing: Drawing, problems: readonly Problem[]): Row[] {
  const issues = Map.groupBy(problems, ({ step }) => step ?? '')
  const outs = new Map(drawing.steps.map(({ id, outs: own }) => [id, own]))
  const start: Unplaced<WayRow> = {
    kind: 'trigger',
    key: 'trigger',
    depth: 0,
    name: `${texts.when} ${drawing.trigger}`,
    text: texts.when,
    detail: drawing.trigger,
    spot: { kind: 'start' },
  }
  const entries = outlineEntries(drawing.doc, outs)
  const rest = entries.flatMap((one, n) =>
    one.kind === 'step' ? stepRow(drawing, one, issues) : [wayRow(drawing, one, n)],
  )
  return placed([start, ...rest])
}
