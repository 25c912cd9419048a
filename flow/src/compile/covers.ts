import type { StepId } from '../plan.ts'
import type { Graph } from './graph.ts'

/** For each approval the manual steps it is about: those it is reached from without passing another approval. */
export function coveredSteps({ ids, steps, forward, met }: Graph): Map<StepId, StepId[]> {
  const sources = ids.map((): number[] => [])
  for (const step of met) for (const target of forward[step] ?? []) sources[target]?.push(step)
  const covered = (approval: number): StepId[] => {
    const seen = new Set(sources[approval])
    for (const step of seen)
      if (steps[step]?.type !== 'approval') for (const source of sources[step] ?? []) seen.add(source)
    return ids.filter((_, place) => seen.has(place) && steps[place]?.type === 'manual')
  }
  return new Map(met.flatMap((step) => (steps[step]?.type === 'approval' ? [[ids[step] ?? '', covered(step)]] : [])))
}
