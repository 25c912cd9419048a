import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { readText } from '../json/faults.ts'
import { texts } from './add.texts.ts'
import { type AddDraft, blankDraft, dropDraft, isBlank, keepDraft, keptDraft } from './kept-draft.ts'

export type Changes = Partial<AddDraft>

/** A text that can be read is the document. */
function settled(draft: AddDraft): AddDraft {
  const read = draft.text === undefined ? undefined : readText(draft.text)
  return read?.ok ? { ...draft, doc: read.doc, text: undefined } : draft
}

/** The workflow being made: kept while the panel is closed, until it is created or discarded. */
export function useAddDraft() {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => settled(keptDraft(queries) ?? blankDraft))
  const latest = useRef(draft)
  const [restored, setRestored] = useState(!isBlank(draft) && !draft.fresh)

  const put = useCallback(
    (next: AddDraft) => {
      latest.current = next
      keepDraft(queries, next)
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
