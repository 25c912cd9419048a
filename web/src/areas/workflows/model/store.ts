import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'

/** How many changes can be taken back. */
const DEPTH = 100
/** Typing that pauses no longer than this is one change. */
const PAUSE = 1_000

export interface Change {
  /** What Undo says it takes back. */
  label: string
  /** Changes in a row under the same key are one. */
  key?: string | undefined
  focus?: StepId | undefined
}

type HistoryEntry = Change & { doc: FlowDoc; at: number }

interface Edited {
  readonly doc: FlowDoc
  /** What would be taken back, and what brought back. */
  readonly undo: string | undefined
  readonly redo: string | undefined
}

export interface DocStore {
  get: () => Edited
  subscribe: (listener: () => void) => () => void
  change: (doc: FlowDoc, change: Change) => void
  /** Answer with the step to show. */
  undo: () => StepId | undefined
  redo: () => StepId | undefined
  /** The same small correction of everything that undo and redo can bring back. */
  rewrite: (correct: (doc: FlowDoc) => FlowDoc) => void
  /** What others did cannot be taken back from here: undoing starts anew. */
  replace: (doc: FlowDoc) => void
}

/** One document with its undo and redo. */
export function docStore(first: FlowDoc, now: () => number = Date.now): DocStore {
  const listeners = new Set<() => void>()
  let past: HistoryEntry[] = []
  let future: HistoryEntry[] = []
  let state: Edited = { doc: first, undo: undefined, redo: undefined }

  const show = (doc: FlowDoc) => {
    state = { doc, undo: past.at(-1)?.label, redo: future.at(-1)?.label }
    for (const listener of listeners) listener()
  }
  const step = (from: HistoryEntry[], to: HistoryEntry[]): StepId | undefined => {
    const taken = from.pop()
    if (!taken) return undefined
    to.push({ ...taken, doc: state.doc, key: undefined })
    show(taken.doc)
    return taken.focus
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(doc, change) {
      if (doc === state.doc) return
      const at = now()
      const last = past.at(-1)
      const typing = change.key !== undefined && last?.key === change.key && at - last.at < PAUSE
      if (typing) last.at = at
      else past = [...past.slice(1 - DEPTH), { ...change, doc: state.doc, at }]
      future = []
      show(doc)
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    rewrite(correct) {
      past = past.map((kept) => ({ ...kept, doc: correct(kept.doc) }))
      future = future.map((kept) => ({ ...kept, doc: correct(kept.doc) }))
      show(correct(state.doc))
    },
    replace(doc) {
      past = []
      future = []
      show(doc)
    },
  }
}
