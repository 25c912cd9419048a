import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelInstance, purgeInstance, removeInstance, restoreInstance } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from '../instances.texts.ts'
import type { Subject } from './rights.ts'

function failed(title: string, error: unknown, again: () => unknown) {
  const description = serverMessageOf(error)
  const action = { label: texts.retry, onPress: () => void again() }
  toast.error(title, { action, ...(description && { description }) })
}

/** What one can do to an instance from a list, with what is said about it afterwards. */
export function useInstanceActs() {
  const queries = useQueryClient()
  return useMemo(() => {
    const refresh = () => queries.invalidateQueries({ queryKey: instancesKey })

    const restore = async (instance: Subject): Promise<void> => {
      try {
        await restoreInstance(instance.id)
        toast.success(texts.restored(instance.key))
        await refresh()
      } catch (error) {
        failed(texts.notRestored, error, () => restore(instance))
      }
    }

    /** Whether it is gone. */
    const remove = async (instance: Subject): Promise<boolean> => {
      try {
        await removeInstance(instance.id)
        toast.success(texts.movedToTrash(instance.key), {
          action: { label: texts.undo, onPress: () => void restore(instance) },
        })
        await refresh()
        return true
      } catch (error) {
        failed(spec.deleteFailed, error, () => remove(instance))
        return false
      }
    }

    const purge = async (instance: Subject): Promise<void> => {
      try {
        await purgeInstance(instance.id)
        toast.success(texts.gone(instance.key))
        await refresh()
      } catch (error) {
        failed(spec.deleteFailed, error, () => purge(instance))
      }
    }

    const cancel = async (instance: Subject, reason: string): Promise<void> => {
      try {
        await cancelInstance(instance.id, reason)
        toast.success(texts.wasCancelled(instance.key))
        await refresh()
      } catch (error) {
        failed(texts.notCancelled, error, () => cancel(instance, reason))
      }
    }

    return { refresh, restore, remove, purge, cancel }
  }, [queries])
}

export type InstanceActs = ReturnType<typeof useInstanceActs>
