import type { AuthoredChange } from '@throughline/contracts/workflows'
import { type Change, type Patch, repair } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'

/** The document as it was before the change, or is after it. */
export function withValue(doc: FlowDoc, change: Change | AuthoredChange, side: 'before' | 'after'): FlowDoc {
  const { path } = change
  const value = change[side]
  const patch: Patch = value === undefined ? { op: 'remove', path } : { op: 'replace', path, value }
  return repair(doc, { patch: [patch] })
}
