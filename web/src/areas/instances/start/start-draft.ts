import type { QueryClient } from '@tanstack/react-query'
import type { Json } from '@throughline/flow/eval'

type StartPriority = 'low' | 'medium' | 'high'

export type StartDraft = {
  name: string
  title: string
  description: string
  priority: StartPriority
  customer: string
  /** A day, as an input of dates has it; empty for none. */
  due: string
  narrowed: boolean
  /** To the workflow's own fields, by name; only what was touched. */
  answers: Record<string, Json>
}

export const blankStart = (): StartDraft => ({
  name: '',
  title: '',
  description: '',
  priority: 'medium',
  customer: '',
  due: '',
  narrowed: false,
  answers: {},
})

const keyOf = (workflowId: string) => ['instance-being-started', workflowId] as const

/** Kept with the answers of the server, so that it is forgotten with them when somebody signs out. */
export function keepStart(queries: QueryClient, workflowId: string, draft: StartDraft) {
  queries.setQueryDefaults(keyOf(workflowId), { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(keyOf(workflowId), draft)
}

export const keptStart = (queries: QueryClient, workflowId: string) =>
  queries.getQueryData<StartDraft>(keyOf(workflowId))

export const dropStart = (queries: QueryClient, workflowId: string) =>
  queries.removeQueries({ queryKey: keyOf(workflowId) })
