import type { StepId } from '@throughline/flow/plan'
import type { Way } from './outline-walk.ts'

type Place = { depth: number; up: Place | undefined; id: StepId | undefined }

/** A branch that ends at once is no way onward, and neither is an exception that ends. */
function onward(ways: readonly Way[], isChoice: boolean): (StepId | null)[] {
  const forward = ways.filter(({ back }) => !back)
  const leading = forward.filter(({ to, normal }) => to !== null || (normal && !isChoice))
  return (leading.length > 0 ? leading : forward).map(({ to }) => to)
}

function nearestShared(a: Place, b: Place): Place {
  let [one, other]: [Place, Place] = [a, b]
  while (one !== other) {
    const deeper = one.depth >= other.depth ? one : other
    const above = deeper.up ?? deeper
    if (deeper === one) one = above
    else other = above
  }
  return one
}

export interface Joins {
  /** For each step the nearest step that every forward way from it passes, if there is one. */
  joins: ReadonlyMap<StepId, StepId>
  /** Steps from which every way leads back: they come to no join, and keep the others from none. */
  leadsBack: ReadonlySet<StepId>
}

export function joinsOf(
  ways: ReadonlyMap<StepId, readonly Way[]>,
  roots: Iterable<StepId>,
  isChoice: (id: StepId) => boolean,
): Joins {
  const end: Place = { depth: 0, up: undefined, id: undefined }
  const places = new Map<StepId, Place>()
  const joins = new Map<StepId, StepId>()
  const open = new Set<StepId>()
  const leadsBack = new Set<StepId>()
  const visit = (id: StepId) => {
    if (open.has(id)) return
    open.add(id)
    const targets = onward(ways.get(id) ?? [], isChoice(id))
    for (const target of targets) if (target !== null) visit(target)
    const forward = targets.filter((target) => target === null || !leadsBack.has(target))
    if (forward.length === 0 && (ways.get(id) ?? []).length > 0) leadsBack.add(id)
    // A target that is still open can only be met where no way from the start leads: there a loop may be unmarked.
    const met = forward.map((target) => (target === null ? end : (places.get(target) ?? end)))
    const shared = met.length === 0 ? end : met.reduce(nearestShared)
    places.set(id, { depth: shared.depth + 1, up: shared, id })
    if (shared.id !== undefined) joins.set(id, shared.id)
  }
  for (const root of roots) visit(root)
  return { joins, leadsBack }
}
