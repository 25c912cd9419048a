import { useBulk } from '../../../use-bulk.ts'
import { type BulkAct, bulkDocuments, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import type { Subject } from '../list/rights.ts'

type BulkJob = { act: BulkAct; workflow?: string | null | undefined }

const placeOf = ({ act, workflow = null }: BulkJob) =>
  act === 'move' ? { place: { workflow_id: workflow, instance_id: null, task_id: null } } : {}

export function useFilesBulk(onDone: (job: BulkJob) => void) {
  const refresh = useDocumentsRefresh()
  return useBulk<BulkJob, Subject>({
    call: (job, documents, idempotencyKey) =>
      bulkDocuments({ act: job.act, ids: documents.map(({ id }) => id), ...placeOf(job) }, { idempotencyKey }),
    done: ({ act }, count) => texts.bulk.done[act](count),
    undo: ({ act }) => (act === 'remove' ? { label: texts.undo, job: { act: 'restore' } } : undefined),
    after: (job) => {
      onDone(job)
      return refresh()
    },
  })
}

export type Bulk = ReturnType<typeof useFilesBulk>
