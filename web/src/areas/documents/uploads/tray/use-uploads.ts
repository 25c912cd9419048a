import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { getDocument, listDocuments } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../../../shared/api.ts'
import { useTasksRefresh } from '../../../tasks/tasks.api.ts'
import { useDocumentsRefresh } from '../../documents.api.ts'
import { documentsKey } from '../../documents.keys.ts'
import { isRunning } from '../engine/upload.ts'
import { uploads } from '../engine/uploads.ts'

/** Where the live connection is away. */
const AT_LEAST_EVERY = 10_000
const LISTED = 100

export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.get)

const isGone = (answer: PromiseSettledResult<unknown> | undefined) =>
  answer?.status === 'rejected' && answer.reason instanceof ApiError && answer.reason.status === 404

/** One question for all of them; only those that others had begun are asked for one by one. */
async function statesOf(ids: readonly DocumentId[], signal: AbortSignal) {
  const query = { view: 'mine', sort: 'updated', limit: LISTED } as const
  const listed = await api(listDocuments, { query }, { signal })
  const found = listed.filter(({ id }) => ids.includes(id))
  const missing = ids.filter((id) => !found.some((document) => document.id === id))
  // One that cannot be asked for now is asked for in the next round.
  const others = await Promise.allSettled(
    missing.map((documentId) => api(getDocument, { params: { documentId } }, { signal })),
  )
  return {
    documents: [...found, ...others.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))],
    gone: missing.filter((_, at) => isGone(others[at])),
  }
}

/** Follows what was sent until it is clean, by what the live connection tells of documents. */
export function useFollow() {
  const list = useUploads()
  const checking = list.filter(({ phase }) => phase === 'checking')
  const ids = [...new Set(checking.flatMap(({ document }) => document?.id ?? []))]
  const { data } = useQuery({
    // By upload: what was told of an earlier version is no answer for this one.
    queryKey: [...documentsKey, 'checking', checking.map(({ key }) => key)],
    queryFn: ({ signal }) => statesOf(ids, signal),
    enabled: ids.length > 0,
    refetchInterval: AT_LEAST_EVERY,
    staleTime: 0,
  })
  useEffect(() => {
    if (!data) return
    uploads.settle(data.documents)
    uploads.miss(data.gone)
  }, [data])
}

/** Lists and tasks show what has arrived, also where the live connection is away. */
export function useRefreshOnArrival() {
  const refreshDocuments = useDocumentsRefresh()
  const refreshTasks = useTasksRefresh()
  const arrived = useUploads().filter(({ document }) => document).length
  useEffect(() => {
    if (arrived === 0) return
    void refreshDocuments()
    void refreshTasks()
  }, [arrived, refreshDocuments, refreshTasks])
}

/** Leaving the page would cut off what is on its way: the browser asks. */
export function useLeavingGuard() {
  const running = useUploads().some(isRunning)
  useEffect(() => {
    if (!running) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
}
