import type { InstanceRow } from '@throughline/contracts/instances'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../instances.texts.ts'
import { type BulkJob, type BulkRow, runBulk, tryAgain } from './run-bulk.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type Ran = { job: BulkJob; rows: readonly BulkRow[] }

/** All done: one toast. Otherwise a result for each, and only what is not known is tried again. */
export function useBulk(acts: InstanceActs, onClear: () => void) {
  const [choosing, choose] = useState<'remove' | 'cancel'>()
  const [ran, setRan] = useState<Ran>()
  const [busy, setBusy] = useState(false)

  const finish = async (job: BulkJob, rows: readonly BulkRow[]) => {
    const all = rows.every(({ result }) => result === 'done')
    setRan(all ? undefined : { job, rows })
    if (all) {
      const undo = () =>
        void run(
          { act: 'restore' },
          rows.map(({ instance }) => instance),
        )
      toast.success(
        texts.bulk.done[job.act](rows.length),
        job.act === 'remove' ? { action: { label: texts.undo, onPress: undo } } : {},
      )
    }
    onClear()
    await acts.refresh()
  }
  const run = async (job: BulkJob, instances: readonly InstanceRow[]) => {
    setBusy(true)
    try {
      await finish(job, await runBulk(job, instances))
    } finally {
      setBusy(false)
    }
  }
  const again = async () => {
    if (!ran) return
    setBusy(true)
    try {
      const known = ran.rows.filter(({ result }) => result !== 'unknown')
      await finish(ran.job, [...known, ...(await tryAgain(ran.job, ran.rows))])
    } finally {
      setBusy(false)
    }
  }
  return { choosing, choose, busy, run, again: () => void again(), ran, forget: () => setRan(undefined) }
}
