import { useQuery } from '@tanstack/react-query'
import { bytesQuery, MOST_BYTES, previewQuery } from './preview.api.ts'

const DRAWN = ['pdf', 'image']

/**
 * Whether what there is to see of a version has come, or is known not to come. What is still being read comes by itself;
 * what could not be fetched can be asked for again. It asks for nothing itself.
 */
export function useShown(documentId: string, version: number): boolean {
  const { data } = useQuery({ ...previewQuery(documentId, version), enabled: false })
  const bytes = useQuery({ ...bytesQuery(documentId, version), enabled: false })
  if (!data) return false
  const { preview, size } = data
  if (preview.kind === 'none') return preview.reason !== 'waiting'
  return !DRAWN.includes(preview.kind) || size > MOST_BYTES || bytes.isSuccess
}
