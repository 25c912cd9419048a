import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { saidIn } from '../../../said.ts'
import { toast } from '../../../ui/toast.ts'
import { instanceQuery, narrowInstance } from '../instances.api.ts'
import { useInstanceActs } from '../list/use-instance-acts.ts'
import { texts } from './detail.texts.ts'

/** What one can do to the instance whose page this is. */
export function useDetailActs(instanceId: string) {
  const queries = useQueryClient()
  const acts = useInstanceActs()
  return useMemo(() => {
    const narrow = async (narrowed: boolean): Promise<void> => {
      try {
        const fresh = await narrowInstance(instanceId, narrowed)
        queries.setQueryData(instanceQuery(instanceId).queryKey, fresh)
        toast.success(narrowed ? texts.nowNarrowed : texts.nowWide)
      } catch (error) {
        const description = saidIn(error)
        toast.error(texts.narrowFailed, description ? { description } : {})
      }
    }
    return { ...acts, narrow }
  }, [queries, acts, instanceId])
}

export type DetailActs = ReturnType<typeof useDetailActs>
