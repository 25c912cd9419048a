import { useBulk } from '../../../shared/use-bulk.ts'
import { type BulkAct, bulkDocuments, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import type { Subject } from '../list/rights.ts'
import type { MovePlace } from './move-dialog.tsx'

/** `place`: of a move. */
type BulkJob = { act: BulkAct; place?: MovePlace }

export function useFilesBulk(onDone: (job: BulkJob) => void) {
  const refresh = useDocumentsRefresh()
  return useBulk<BulkJob, Subject>({
    call: (job, documents, idempotencyKey) =>
      bulkDocuments({ ...job, ids: documents.map(({ id }) => id) }, { idempotencyKey }),
    done: ({ act }, count) => texts.bulk.done[act](count),
    undo: ({ act }) => (act === 'remove' ? { label: texts.undo, job: { act: 'restore' } } : undefined),
    after: (job) => {
      onDone(job)
      return refresh()
    },
  })
}

export type Bulk = ReturnType<typeof useFilesBulk>
