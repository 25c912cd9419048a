import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { previewDocument } from '@throughline/contracts/document-preview'
import { api } from '../../../shared/api.ts'
import { documentQuery, linkDocument } from '../documents.api.ts'
import { documentsKey } from '../documents.keys.ts'

/** Asks again with every change of the document, so that it appears by itself when it has been read. */
export const previewQuery = (documentId: string, version_number: number | undefined) =>
  queryOptions({
    queryKey: [...documentsKey, 'one', documentId, 'preview', version_number ?? 'current'],
    queryFn: async ({ signal }) =>
      (await api(previewDocument, { params: { documentId }, query: { version_number } }, { signal })).data,
  })

const ofVersion = (address: string, version: number) => {
  const url = new URL(address, location.origin)
  url.searchParams.set('version_number', String(version))
  return url.href
}

async function bytesAt(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal, credentials: 'same-origin' })
  if (!response.ok) throw new Error(`the file's bytes were answered with ${response.status}`)
  return response.blob()
}

/** By a signed link; where that fails, by the file's own address, as the specification has it. */
async function bytesOf(queries: QueryClient, id: string, version: number, signal: AbortSignal): Promise<Blob> {
  try {
    const { url } = await linkDocument(id, 'inline', { version_number: version }, { signal })
    return await bytesAt(url, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const { file_url } = await queries.ensureQueryData(documentQuery(id))
    return await bytesAt(ofVersion(file_url, version), signal)
  }
}

/** More would not fit into the memory of many a browser. */
export const MAX_BYTES = 200 * 1024 * 1024

/** The bytes of a version never change; they are let go with the preview. */
export const bytesQuery = (documentId: string, version: number) =>
  queryOptions({
    queryKey: ['document-bytes', documentId, version],
    queryFn: ({ client, signal }) => bytesOf(client, documentId, version, signal),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })

const DRAWN = ['pdf', 'image']

/**
 * Whether what there is to see of a version has come, or is known not to come. What is still being read comes by itself;
 * what could not be fetched can be asked for again. It asks for nothing itself.
 */
export function usePreviewSettled(documentId: string, version: number): boolean {
  const { data } = useQuery({ ...previewQuery(documentId, version), enabled: false })
  const bytes = useQuery({ ...bytesQuery(documentId, version), enabled: false })
  if (!data) return false
  const { preview, size } = data
  if (preview.kind === 'none') return preview.reason !== 'waiting'
  return !DRAWN.includes(preview.kind) || size > MAX_BYTES || bytes.isSuccess
}
