import type { QueryClient } from '@tanstack/react-query'
import type { FlowDoc } from '@throughline/flow/document'
import type { AccessChoice, CopilotDraft } from '../workflows.api.ts'

/** One workflow being made, in whichever of the three ways. */
export type AddDraft = {
  doc: FlowDoc
  /** What stands in the JSON mode while it cannot be read; `doc` is then what could be read last. */
  text?: string | undefined
  /** The description for the drafter, and what it read in the text that `doc` was drafted from. */
  query: string
  reading?: CopilotDraft['reading'] | undefined
  /** Put here by the page, not typed into the panel. */
  fresh?: boolean | undefined
  /** Asked of the drafter as soon as the panel is there. */
  ask?: boolean | undefined
  /** What was there before the drafter's answer. */
  before?: FlowDoc | undefined
  access: AccessChoice
}

const blankDoc: FlowDoc = {
  name: '',
  prefix: '',
  description: '',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Uncategorized' },
  start_step: '1',
  steps: { 1: { id: '1', type: 'manual', name: '', next: [], fields: [] } },
}

const EVERYONE: AccessChoice = { visibility: 'everyone', teams: [], people: [] }
export const blankDraft: AddDraft = { doc: blankDoc, query: '', access: EVERYONE }

export const isBlankDoc = (doc: FlowDoc) => JSON.stringify(doc) === JSON.stringify(blankDoc)
export const isBlank = ({ doc, text, query, access }: AddDraft) =>
  isBlankDoc(doc) && text === undefined && query === '' && access.visibility === 'everyone'

const KEY = ['workflow-being-added'] as const

/** Kept with the answers of the server, so that it is forgotten with them when somebody signs out. */
export function keepDraft(queries: QueryClient, draft: AddDraft) {
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(KEY, draft)
}

export const keptDraft = (queries: QueryClient) => queries.getQueryData<AddDraft>(KEY)
export const dropDraft = (queries: QueryClient) => queries.removeQueries({ queryKey: KEY })
