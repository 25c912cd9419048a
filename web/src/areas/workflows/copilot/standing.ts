import type { ProposedChange } from '@throughline/contracts/copilot'
import type { FlowDoc } from '@throughline/flow/document'
import { applyEdits, isOvertaken } from '@throughline/flow/edit'
import { texts } from './copilot.texts.ts'

export interface Standing {
  /** The draft as it is now, with what is ticked. */
  doc: FlowDoc
  /** Why a change no longer fits, by its id. */
  struck: ReadonlyMap<string, string>
  /** Those that are taken, in their order. */
  taken: readonly string[]
}

/** Puts the ticked changes of a proposal, made for `base`, on the draft as it is now. */
export function standingOf(
  base: FlowDoc,
  now: FlowDoc,
  diff: readonly ProposedChange[],
  ticked: ReadonlySet<string>,
): Standing {
  const struck = new Map<string, string>()
  const taken: string[] = []
  let doc = now
  for (const { id, edits, needs } of diff) {
    if (isOvertaken(base, now, edits)) struck.set(id, texts.overtaken)
    else if (needs.some((other) => struck.has(other))) struck.set(id, texts.needsOther)
    else if (ticked.has(id)) {
      const applied = applyEdits(doc, edits)
      if ('problem' in applied) struck.set(id, applied.problem)
      else {
        doc = applied.doc
        taken.push(id)
      }
    }
  }
  return { doc, struck, taken }
}

/** Ticking takes what it needs along; unticking takes away what needs it. */
export function toggled(diff: readonly ProposedChange[], ticked: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ticked)
  if (next.delete(id)) for (const one of diff) if (one.needs.includes(id)) next.delete(one.id)
  if (!ticked.has(id)) for (const other of [id, ...(diff.find((one) => one.id === id)?.needs ?? [])]) next.add(other)
  return next
}
