import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelInstance, purgeInstance, removeInstance, restoreInstance } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from '../instances.texts.ts'
import type { Subject } from './rights.ts'

/** What one can do to an instance from a list, with what is said about it afterwards. */
export function useInstanceActs() {
  const queries = useQueryClient()
  return useMemo(() => {
    const refresh = () => queries.invalidateQueries({ queryKey: instancesKey })

    const trash = trashActs({
      calls: { remove: removeInstance, restore: restoreInstance, purge: purgeInstance },
      nameOf: ({ key }: Subject) => key,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
    })

    const cancel = async (instance: Subject, reason: string): Promise<void> => {
      try {
        await cancelInstance(instance.id, reason)
        toast.success(texts.wasCancelled(instance.key))
        await refresh()
      } catch (error) {
        const description = serverMessageOf(error)
        const action = { label: texts.retry, onPress: () => void cancel(instance, reason) }
        toast.error(texts.notCancelled, { action, ...(description && { description }) })
      }
    }

    return { ...trash, refresh, cancel }
  }, [queries])
}

export type InstanceActs = ReturnType<typeof useInstanceActs>
