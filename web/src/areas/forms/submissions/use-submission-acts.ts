import type { SubmissionRow } from '@throughline/contracts/form-submissions'
import { useMemo } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { useFormsRefresh } from '../forms.api.ts'
import { submissionCalls } from '../submissions.api.ts'
import { texts } from '../submissions.texts.ts'

const { acts: actTexts } = texts
type Subject = Pick<SubmissionRow, 'id' | 'receipt'>

/** What one can do to a response, with what is said about it afterwards. */
export function useSubmissionActs(formId: string) {
  const refresh = useFormsRefresh()
  const { busy, run } = useAct({ refresh })
  return useMemo(() => {
    const release = ({ id, receipt }: Subject): Promise<boolean> =>
      run({
        name: 'release',
        call: () => submissionCalls.release(formId, id),
        done: actTexts.released(receipt),
        failed: actTexts.releaseFailed,
        retry: () => release({ id, receipt }),
      })

    const retry = ({ id, receipt }: Subject): Promise<boolean> =>
      run({
        name: 'retry',
        call: () => submissionCalls.retry(formId, id),
        done: ({ data }) => (data.state === 'not_started' ? actTexts.stillRefused(receipt) : actTexts.retried(receipt)),
        failed: actTexts.retryFailed,
        retry: () => retry({ id, receipt }),
      })

    const erase = ({ id, receipt }: Subject): Promise<boolean> =>
      run({
        name: 'erase',
        call: () => submissionCalls.erase(formId, id),
        done: texts.erase.done(receipt),
        failed: texts.erase.failed,
        retry: () => erase({ id, receipt }),
      })

    return { busy, refresh, release, retry, erase }
  }, [formId, refresh, run, busy])
}

export type SubmissionActs = ReturnType<typeof useSubmissionActs>
