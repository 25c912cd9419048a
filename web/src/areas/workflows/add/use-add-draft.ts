import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { FlowDoc } from '@throughline/flow/document'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { readText } from '../json/faults.ts'
import type { AccessChoice, CopilotDraft } from '../workflows.api.ts'
import { texts } from './add.texts.ts'

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
  steps: { 1: { id: '1', type: 'manual', name: '', next: [], fields: [], assignee: { starter: true } } },
}

const EVERYONE: AccessChoice = { visibility: 'everyone', teams: [], people: [] }
export const blankDraft: AddDraft = { doc: blankDoc, query: '', access: EVERYONE }

export const isBlankDoc = (doc: FlowDoc) => JSON.stringify(doc) === JSON.stringify(blankDoc)
export const isBlank = ({ doc, text, query, access }: AddDraft) =>
  isBlankDoc(doc) && text === undefined && query === '' && access.visibility === 'everyone'

const KEY = ['workflow-being-added'] as const

/** Kept with the answers of the server, so that it is forgotten with them when somebody signs out. */
export function storeDraft(queries: QueryClient, draft: AddDraft) {
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY })
  queries.setQueryData(KEY, draft)
}

const storedDraft = (queries: QueryClient) => queries.getQueryData<AddDraft>(KEY)
const dropDraft = (queries: QueryClient) => queries.removeQueries({ queryKey: KEY })

export type Changes = Partial<AddDraft>

/** A text that can be read is the document. */
function settled(draft: AddDraft): AddDraft {
  const read = draft.text === undefined ? undefined : readText(draft.text)
  return read?.ok ? { ...draft, doc: read.doc, text: undefined } : draft
}

/** The workflow being made: kept while the panel is closed, until it is created or discarded. */
export function useAddDraft() {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => settled(storedDraft(queries) ?? blankDraft))
  const latest = useRef(draft)
  const [restored, setRestored] = useState(!isBlank(draft) && !draft.fresh)

  const put = useCallback(
    (next: AddDraft) => {
      latest.current = next
      storeDraft(queries, next)
      setDraft(next)
    },
    [queries],
  )
  const change = useCallback((changes: Changes) => put({ ...latest.current, fresh: undefined, ...changes }), [put])
  const discard = useCallback(() => {
    dropDraft(queries)
    latest.current = blankDraft
    setDraft(blankDraft)
    setRestored(false)
  }, [queries])
  /** Discards, and says so: what was typed can be had back. */
  const takeBack = useCallback(() => {
    const lost = latest.current
    discard()
    toast.info(texts.discarded, { action: { label: texts.undo, onPress: () => put(lost) } })
  }, [discard, put])

  return { draft, restored, change, discard, takeBack }
}
