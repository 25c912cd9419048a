import type { InstanceRow } from '@throughline/contracts/instances'
import { useBulk } from '../../../shared/use-bulk.ts'
import { type BulkAct, bulkInstances } from '../instances.api.ts'
import { texts } from '../instances.texts.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type BulkJob = { act: BulkAct; reason?: string | undefined }

export const useInstancesBulk = (acts: InstanceActs, onClear: () => void) =>
  useBulk<BulkJob, InstanceRow>({
    call: ({ act, reason }, instances, idempotencyKey) =>
      bulkInstances({ act, ids: instances.map(({ id }) => id), ...(reason && { reason }) }, { idempotencyKey }),
    done: ({ act }, count) => texts.bulk.done[act](count),
    undo: ({ act }) => (act === 'remove' ? { label: texts.undo, job: { act: 'restore' } } : undefined),
    after: () => {
      onClear()
      return acts.refresh()
    },
  })
