import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type InstanceTab, instanceSearch } from './instance-search.ts'

/** What the address shows, and the ways to another. Panels can be gone back from; tabs take each other's place. */
export function useAddress(instanceId: string) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const search = instanceSearch(raw)
  const { tab, taskId, edit } = search
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (change: Record<string, unknown>, replace: boolean) =>
      void navigate({
        to: '/instances/$instanceId',
        params: { instanceId },
        search: instanceSearch({ tab, taskId, edit, ...change }),
        replace,
        resetScroll: false,
      })
    return {
      tab: tab ?? ('details' as const),
      taskId,
      editing: edit === true,
      showTab: (next: InstanceTab) => go({ tab: next === 'details' ? undefined : next }, true),
      openTask: (id: string) => go({ taskId: id }, false),
      closeTask: () => go({ taskId: undefined }, true),
      edit: (on: boolean) => go({ edit: on || undefined }, true),
    }
  }, [navigate, instanceId, tab, taskId, edit])
}

export type Address = ReturnType<typeof useAddress>
