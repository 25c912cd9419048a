import type { Out, Plan } from '../plan.ts'

/** The plan's graph worked out a second way, from its edges alone, to hold the reducer's lookups against. */
export type Model = { reaches: (from: number, to: number) => boolean; forkOf: (position: number) => number }

const isForward = ({ back }: Out) => !back

export function modelOf(plan: Plan): Model {
  const targets = plan.steps.map(({ outs }) => outs.filter(isForward).flatMap(({ to }) => to))
  const reachedFrom = (from: number, avoiding = -1) => {
    const seen = new Set(targets[from])
    for (const at of seen) if (at !== avoiding) for (const target of targets[at] ?? []) seen.add(target)
    return seen
  }
  const reach = plan.steps.map((_, position) => reachedFrom(position))
  const forks = plan.steps.flatMap(({ outs }, position) =>
    outs.some((out) => isForward(out) && out.to.length > 1) ? [position] : [],
  )
  const dominates = (fork: number, position: number) =>
    fork !== position &&
    position !== plan.start &&
    (fork === plan.start || !reachedFrom(plan.start, fork).has(position))
  return {
    reaches: (from, to) => reach[from]?.has(to) ?? false,
    forkOf: (position) => Math.max(-1, ...forks.filter((fork) => dominates(fork, position))),
  }
}

/** For each step the outcome that leads to the end in the fewest generations. */
export function waysHome(plan: Plan): string[] {
  const rank = new Map<number, number>()
  const home = plan.steps.map(() => '')
  for (let generation = 0; rank.size < plan.steps.length && generation <= plan.steps.length; generation++)
    for (const [position, { outs }] of plan.steps.entries()) {
      if (rank.has(position)) continue
      const out = outs.find(({ to }) => to.every((target) => (rank.get(target) ?? generation) < generation))
      if (!out) continue
      rank.set(position, generation)
      home[position] = out.name
    }
  return home
}
