import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { useAct } from '../../../shared/use-act.ts'
import { cancelInstance, purgeInstance, removeInstance, restoreInstance } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from '../instances.texts.ts'
import type { Subject } from './rights.ts'

/** What one can do to an instance from a list, with what is said about it afterwards. */
export function useInstanceActs() {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: instancesKey }), [queries])
  const { run } = useAct({ refresh })
  return useMemo(() => {
    const trash = trashActs({
      calls: { remove: removeInstance, restore: restoreInstance, purge: purgeInstance },
      nameOf: ({ key }: Subject) => key,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
    })

    const cancel = (instance: Subject, reason: string): Promise<boolean> =>
      run({
        call: () => cancelInstance(instance.id, reason),
        done: texts.wasCancelled(instance.key),
        failed: texts.notCancelled,
        retry: () => cancel(instance, reason),
      })

    return { ...trash, refresh, cancel }
  }, [refresh, run])
}

export type InstanceActs = ReturnType<typeof useInstanceActs>
