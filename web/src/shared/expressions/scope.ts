import type { Checked, KnownVariable, Wanted } from '@throughline/flow/compile'
import { createContext, useContext } from 'react'
import { type Labels, type ReadingPart, reading } from './reading.ts'

/** What expressions at one place can read. Worked out when somebody asks: most places have none. */
export type ExpressionScope = {
  variables(): readonly KnownVariable[]
  read(text: string, wanted: Wanted): Checked
  labels: Labels
  isSure(name: string): boolean
  /** What a variable may hold, where a list of choices says so. */
  options(name: string): readonly { value: string; label: string }[] | undefined
}

export const ExpressionScopeContext = createContext<ExpressionScope | null>(null)

export function useExpressionScope(): ExpressionScope {
  const scope = useContext(ExpressionScopeContext)
  if (!scope) throw new Error('There is nothing here that expressions could read.')
  return scope
}

/** What an expression says in plain words; undefined where it is empty, wrong, or says more than that. */
export function useReading(text: string, wanted: Wanted): ReadingPart[] | undefined {
  const scope = useExpressionScope()
  const checked = text.trim() === '' ? undefined : scope.read(text, wanted)
  return checked && 'tree' in checked ? reading(checked.tree, scope.labels) : undefined
}
