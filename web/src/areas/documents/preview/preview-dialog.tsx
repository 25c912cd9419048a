import type { DocumentId } from '@throughline/contracts/ids'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { FoundBy } from './use-viewing.ts'

export type PreviewDialogProps = {
  /** In the order in which ← and → lead through them. */
  documents: readonly { id: DocumentId; name: string }[]
  /** There are more than these. */
  more?: boolean | undefined
  documentId: DocumentId
  /** One version, where it is not the current one that is looked at. */
  versionNumber?: number | undefined
  /** What it was found by: it opens at its page, with the matches to step through. */
  found?: FoundBy | undefined
  onStep: (id: DocumentId) => void
  onClose: () => void
  /** Takes the focus afterwards; null: what had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined
  onDetails?: ((id: DocumentId) => void) | undefined
  onComment?: ((id: DocumentId) => void) | undefined
}

const Preview = lazyPart(
  () => import('./preview.tsx'),
  (module) => module.Preview,
)

/** A file over the page it was opened from; loaded when the first one is opened. */
export function PreviewDialog(props: PreviewDialogProps) {
  return (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  )
}
