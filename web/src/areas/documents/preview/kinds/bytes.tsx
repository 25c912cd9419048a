import { useQuery } from '@tanstack/react-query'
import { FileX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { bytesQuery, MAX_BYTES } from '../preview.api.ts'
import { texts } from '../preview.texts.ts'
import { Failed, Instead, Opening } from '../states.tsx'

export type PreviewedVersion = {
  documentId: string
  version_number: number
  name: string
  content_type: string
  size: number
}

type BytesProps = {
  shown: PreviewedVersion
  onDownload: (() => void) | undefined
  children: (bytes: Blob) => ReactNode
}

export function Bytes({ shown, onDownload, children }: BytesProps) {
  if (shown.size > MAX_BYTES) return <Instead icon={FileX2} title={texts.tooLarge} onDownload={onDownload} />
  return <Fetched shown={shown}>{children}</Fetched>
}

function Fetched({ shown, children }: Pick<BytesProps, 'shown' | 'children'>) {
  const found = useQuery(bytesQuery(shown.documentId, shown.version_number))
  if (found.data) return children(found.data)
  return found.isError && !found.isFetching ? <Failed query={found} /> : <Opening />
}
