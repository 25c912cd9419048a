import { useQueryClient } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { instanceQuery, narrowInstance } from '../instances.api.ts'
import { useInstanceActs } from '../list/use-instance-acts.ts'
import { texts } from './detail.texts.ts'

/** What one can do to the instance whose page this is. */
export function useDetailActs(instanceId: string) {
  const queries = useQueryClient()
  const acts = useInstanceActs()
  const { run } = useAct()
  return useMemo(() => {
    const setNarrowed = (body: { narrowed: boolean; stay?: MemberId[] }) =>
      run({
        call: async () => {
          const fresh = await narrowInstance(instanceId, body)
          queries.setQueryData(instanceQuery(instanceId).queryKey, fresh)
        },
        done: body.narrowed ? texts.nowNarrowed : texts.nowWide,
        failed: texts.narrowFailed,
      })
    return {
      ...acts,
      /** Says whether it was done. */
      narrow: (stay: MemberId[]) => setNarrowed({ narrowed: true, stay }),
      widen: () => setNarrowed({ narrowed: false }),
    }
  }, [queries, acts, run, instanceId])
}

export type DetailActs = ReturnType<typeof useDetailActs>
