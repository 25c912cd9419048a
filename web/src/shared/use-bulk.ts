import { useState } from 'react'
import { toast } from '../ui/toast.ts'
import { type BulkAnswer, type BulkRow, runBulk, tryAgain } from './run-bulk.ts'

export interface BulkOptions<J, S> {
  call: (job: J, subjects: readonly S[], idempotencyKey: string) => Promise<readonly BulkAnswer[]>
  /** What is said when all of it was done. */
  done: (job: J, count: number) => string
  /** How it is taken back, where it can be. */
  undo: (job: J) => { label: string; job: J } | undefined
  /** Whatever the results are. */
  after: (job: J) => Promise<unknown>
}

/** All done: one toast. Otherwise a result for each, and only what is not known is tried again. */
export function useBulk<J, S extends { id: string }>({ call, done, undo, after }: BulkOptions<J, S>) {
  const [ran, setRan] = useState<{ job: J; rows: readonly BulkRow<S>[] }>()
  const [busy, setBusy] = useState(false)
  const callFor = (job: J) => (subjects: readonly S[], key: string) => call(job, subjects, key)

  const whileBusy = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setBusy(false)
    }
  }
  const finish = (job: J, rows: readonly BulkRow<S>[]) => {
    const all = rows.every(({ result }) => result === 'done')
    setRan(all ? undefined : { job, rows })
    if (all) {
      const back = undo(job)
      const subjects = rows.map(({ subject }) => subject)
      const action = back && { label: back.label, onPress: () => void run(back.job, subjects) }
      toast.success(done(job, rows.length), action ? { action } : {})
    }
    // Whoever asked for it need not look at the question until all lists have been read again.
    void after(job)
  }
  const run = (job: J, subjects: readonly S[]) =>
    whileBusy(async () => finish(job, await runBulk(callFor(job), subjects)))
  const again = () =>
    whileBusy(async () => {
      if (!ran) return
      const known = ran.rows.filter(({ result }) => result !== 'unknown')
      finish(ran.job, [...known, ...(await tryAgain(callFor(ran.job), ran.rows))])
    })
  return { busy, run, again: () => void again(), ran, forget: () => setRan(undefined) }
}
