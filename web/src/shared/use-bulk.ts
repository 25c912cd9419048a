import { useState } from 'react'
import { toast } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui.texts.ts'
import { texts } from './bulk.texts.ts'
import { type BulkAnswer, type BulkRow, runBulk, tryAgain } from './run-bulk.ts'

interface BulkOptions<J, S> {
  call: (job: J, subjects: readonly S[], idempotencyKey: string) => Promise<readonly BulkAnswer[]>
  /** "3 tasks". */
  countText: (count: number) => string
  /** What was done to all of them, or to "2 of 3 tasks". */
  done: (job: J, what: string) => string
  /** Said below that where all of it was done. */
  note?: (subjects: readonly S[]) => string
  /** How it is taken back, where it can be. */
  undo?: (job: J) => J | undefined
  /** Whatever the results are. */
  after: (job: J) => Promise<unknown>
}

/** All done: one toast. Otherwise a result for each, and only what is not known is tried again. */
export function useBulk<J, S extends { id: string }>({ call, countText, done, note, undo, after }: BulkOptions<J, S>) {
  const [ran, setRan] = useState<{ job: J; rows: readonly BulkRow<S>[]; title: string }>()
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
    const all = countText(rows.length)
    const doneCount = rows.filter(({ result }) => result === 'done').length
    const isAll = doneCount === rows.length
    setRan(isAll ? undefined : { job, rows, title: done(job, texts.someOf(doneCount, all)) })
    if (isAll) {
      const back = undo?.(job)
      const subjects = rows.map(({ subject }) => subject)
      const action = back && { label: uiTexts.undo, onPress: () => void run(back, subjects) }
      toast.success(done(job, all), { ...(note && { description: note(subjects) }), ...(action && { action }) })
    }
    // Not awaited, so that the dialog can close before all lists have been read again.
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

export type Bulk<J, S> = ReturnType<typeof useBulk<J, S & { id: string }>>
