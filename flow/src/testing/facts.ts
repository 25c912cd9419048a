import { analyse } from '../compile/analysis.ts'
import { hasMember } from '../compile/bitset.ts'
import { surelySet } from '../compile/certain-variables.ts'
import { bringsWrites } from '../compile/variables.ts'
import type { FlowDoc } from '../document.ts'
import type { StepId } from '../plan.ts'

/** What validation believes of a document, to be held against what its runs do. */
export type Facts = {
  /** Variables believed to be set whenever the step opens. */
  sure: (step: StepId) => string[]
  /** Variables that are set when the step is left so. */
  written: (step: StepId, outcome: string) => string[]
  /** Whether the two are believed able to run at the same time. */
  beside: (one: StepId, other: StepId) => boolean
}

export function factsOf(doc: FlowDoc): Facts {
  const { graph, declared, beside } = analyse(doc, {})
  if (!graph) throw new Error('a document without a start has no runs')
  const names = new Map([...declared.types.keys()].map((name, n) => [name, n]))
  const set = surelySet(graph, names, [], { writes: declared.writes, beside })
  const at = (step: StepId) => graph.at.get(step) ?? -1
  const sureOf = new Map(
    graph.ids.map((id, n) => [id, [...names].flatMap(([name, v]) => (hasMember(set[n], v) ? [name] : []))]),
  )
  return {
    sure: (step) => sureOf.get(step) ?? [],
    written: (step, outcome) => {
      const subject = doc.steps[step]
      if (!subject || !bringsWrites(subject, outcome)) return []
      return (declared.writes.get(step) ?? []).filter(({ sure }) => sure).map(({ name }) => name)
    },
    beside: (one, other) => hasMember(beside[at(one)], at(other)),
  }
}
