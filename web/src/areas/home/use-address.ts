import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { type CardStatus, homeSearch } from './home-search.ts'

/** What the address shows. Back closes an open task; cards take each other's place. */
export function useAddress() {
  const { status, taskId } = homeSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (change: Record<string, unknown>, replace: boolean) =>
      void navigate({ to: '/home', search: homeSearch({ status, taskId, ...change }), replace, resetScroll: false })
    return {
      status,
      taskId,
      toggle: (card: CardStatus) => go({ status: card === status ? undefined : card }, true),
      showAll: () => go({ status: undefined }, true),
      openTask: (id: TaskId) => go({ taskId: id }, false),
      closeTask: () => go({ taskId: undefined }, true),
    }
  }, [navigate, status, taskId])
}
