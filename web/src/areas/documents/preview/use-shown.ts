import { useQuery } from '@tanstack/react-query'
import { bytesQuery, MOST_BYTES, previewQuery } from './preview.api.ts'

const DRAWN = ['pdf', 'image']

/** Whether what there is to see of a version has come, or is known not to come. It asks for nothing itself. */
export function useShown(documentId: string, version: number): boolean {
  const preview = useQuery({ ...previewQuery(documentId, version), enabled: false })
  const bytes = useQuery({ ...bytesQuery(documentId, version), enabled: false })
  const { data } = preview
  if (!data) return preview.isError
  return !DRAWN.includes(data.preview.kind) || data.size > MOST_BYTES || bytes.isSuccess || bytes.isError
}
