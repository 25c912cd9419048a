import { useQueryClient } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { instanceQuery, narrowInstance } from '../instances.api.ts'
import { useInstanceActs } from '../list/use-instance-acts.ts'
import { texts } from './detail.texts.ts'

/** What one can do to the instance whose page this is. */
export function useDetailActs(instanceId: string) {
  const queries = useQueryClient()
  const acts = useInstanceActs()
  return useMemo(() => {
    const setNarrowed = async (body: { narrowed: boolean; stay?: MemberId[] }): Promise<boolean> => {
      const { narrowed } = body
      try {
        const fresh = await narrowInstance(instanceId, body)
        queries.setQueryData(instanceQuery(instanceId).queryKey, fresh)
        toast.success(narrowed ? texts.nowNarrowed : texts.nowWide)
        return true
      } catch (error) {
        const description = serverMessageOf(error)
        toast.error(texts.narrowFailed, description ? { description } : {})
        return false
      }
    }
    return {
      ...acts,
      /** Says whether it was done. */
      narrow: (stay: MemberId[]) => setNarrowed({ narrowed: true, stay }),
      widen: () => setNarrowed({ narrowed: false }),
    }
  }, [queries, acts, instanceId])
}

export type DetailActs = ReturnType<typeof useDetailActs>
