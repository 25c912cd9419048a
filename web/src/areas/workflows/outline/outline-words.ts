import type { Due } from '@throughline/flow/document'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import { texts, type Unit } from './outline.texts.ts'
import type { Join, ToldBranch, ToldWay, Way } from './outline-walk.ts'

const units: Record<string, Unit> = { s: 's', m: 'm', h: 'h', d: 'd', w: 'w', bd: 'bd' }

function lasting(duration: string): string {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(duration) ?? []
  const known = unit === undefined ? undefined : units[unit]
  return known === undefined ? duration : texts.lasting(Number(count), known)
}

const dueWords = (due: Due | undefined) => {
  if (!due) return ''
  return 'in' in due ? lasting(due.in) : texts.onDate
}

/** When a step is due; a wait says how long it waits. */
export const dueOf = ({ step, meta }: DrawnStep) => (step.type === 'wait' ? meta : dueWords(step.due))

export function titleOf(drawing: Drawing, id: string | null): string {
  const drawn = id === null ? undefined : drawing.at(id)
  return drawn ? texts.numbered(drawn.n, drawn.step.name) : ''
}

export const joinWords = ({ all, count }: Join) => (all ? texts.joinsAll(count) : texts.joinsEither)

const isNamed = (end: string | undefined): end is string => end !== undefined && end !== 'completed'

function condition(way: Way): string {
  const { outcome, label } = way
  if (outcome === 'else') return texts.branch.else
  if (outcome === 'failed' || outcome === 'rejected' || outcome === 'changes') return texts.branch[outcome]
  return texts.branch.if(label)
}

const runsAlways = ({ outcome }: Way) => outcome === 'done' || outcome === 'approved'

export function branchText({ way, place }: ToldBranch): string {
  if (runsAlways(way)) return texts.branch.atOnce(...(place ?? [1, 1]))
  return place ? texts.branch.part(condition(way), ...place) : condition(way)
}

export function branchDetail(drawing: Drawing, { way, place, straight }: ToldBranch): string {
  if (place && place[0] > 1 && drawing.doc.type === 'sequential') return texts.branch.ignored
  if (straight) return texts.branch.straight(titleOf(drawing, way.to))
  if (way.to === null) return isNamed(way.end) ? texts.branch.endsAs(way.end) : texts.branch.ends
  return place ? texts.branch.nowAtOnce : ''
}

export function wayText(kind: ToldWay['kind'], { label }: Way): string {
  if (kind === 'return') return texts.back(label)
  return kind === 'exit' ? texts.exit(label) : texts.end
}

export const wayDetail = (drawing: Drawing, { to, end }: Way) => {
  if (to !== null) return titleOf(drawing, to)
  return isNamed(end) ? texts.outcome(end) : ''
}
