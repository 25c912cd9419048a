import type { FlowDoc } from '../document.ts'
import type { StepId } from '../plan.ts'
import { graphOf } from './graph.ts'
import { targetLists } from './references.ts'

/** A line of the drawing. `path` is the list that holds it; an approval's unwritten way back has none. */
export type Link = { from: StepId; to: StepId; outcome: string; back: boolean; path?: string }

/** Every way from step to step, also those that an approval has without saying so. Targets that do not exist are left out. */
export function linksOf(doc: FlowDoc): Link[] {
  const graph = graphOf(doc)
  const met = new Set(graph?.met)
  return Object.entries(doc.steps).flatMap(([from, step], place): Link[] => {
    const lists = targetLists(step)
    const written = lists.flatMap(({ outcome, path, targets }) =>
      outcome === undefined
        ? []
        : targets.filter((to) => Object.hasOwn(doc.steps, to)).map((to) => ({ to, outcome, path })),
    )
    const returns = met.has(place) ? (graph?.returns[place] ?? []).map((home) => graph?.ids[home]) : []
    const implied = (met.has(place) ? (graph?.outs[place] ?? []) : []).flatMap(({ name, targets }) =>
      lists.some(({ outcome }) => outcome === name)
        ? []
        : targets.map((to) => ({ to: graph?.ids[to] ?? '', outcome: name })),
    )
    return [...written, ...implied].map((link) => ({ from, ...link, back: returns.includes(link.to) }))
  })
}
