import { useQuery } from '@tanstack/react-query'
import { ChangedBanner } from '../decision/changed-banner.tsx'
import { documentQuery } from '../documents.api.ts'

/** Where a file is only named: whether it was changed since somebody decided on it. */
export function ChangedNote({ documentId }: { documentId: string }) {
  const { data } = useQuery(documentQuery(documentId))
  return data ? <ChangedBanner file={data} narrow /> : null
}
