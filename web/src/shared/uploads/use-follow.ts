import { queryOptions, useQueries } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { getDocument } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useEffect } from 'react'
import { api } from '../api.ts'
import type { UploadEngine } from './engine/engine.ts'
import { isRunning, type Upload } from './engine/upload.ts'
import { uploadsKey } from './uploads.keys.ts'

/** Where the live connection is away: one file every ten seconds, ten files ten, more of them ten in turn. */
const AT_LEAST_EVERY = 10_000
const ASKED_TOGETHER = 10

/** Gone: deleted, or out of sight. */
async function stateOf(documentId: DocumentId, signal: AbortSignal) {
  try {
    return { document: await api(getDocument, { params: { documentId } }, { signal }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { gone: documentId }
    throw error
  }
}

/** Follows each file that was sent until it is clean, by what the live connection tells of its document. */
export function useFollow(engine: UploadEngine, uploads: readonly Upload[]) {
  const checking = uploads.filter(({ phase }) => phase === 'checking')
  const told = useQueries({
    queries: checking.flatMap(({ key, document }) => {
      if (!document) return []
      return queryOptions({
        // Keyed by upload: the state of an earlier version says nothing about this one.
        queryKey: [...uploadsKey, 'one', document.id, key],
        queryFn: ({ signal }) => stateOf(document.id, signal),
        refetchInterval: AT_LEAST_EVERY * Math.ceil(checking.length / ASKED_TOGETHER),
        staleTime: 0,
      })
    }),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
  useEffect(() => {
    engine.settle(told.flatMap(({ document }) => document ?? []))
    engine.miss(told.flatMap(({ gone }) => gone ?? []))
  }, [engine, told])
}

/** Leaving the page would cut off what is on its way: the browser asks. */
export function useLeavingGuard(uploads: readonly Upload[]) {
  const running = uploads.some(isRunning)
  useEffect(() => {
    if (!running) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
}
