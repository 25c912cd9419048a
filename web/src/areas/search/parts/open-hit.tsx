import { useQuery } from '@tanstack/react-query'
import type { DocumentId } from '@throughline/contracts/ids'
import { parseSearchQuery } from '@throughline/contracts/search-query'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { type Opened, OpenedFile } from '../../documents/parts/opened-file.tsx'
import { textsQuery } from '../search.api.ts'

export const TaskOverlay = lazyPart(
  () => import('../../tasks/parts/task-overlay.tsx'),
  (module) => module.TaskOverlay,
)

type OpenFileProps = {
  q: string
  file: DocumentId
  files: readonly { id: DocumentId; name: string }[]
  onChange: (next: DocumentId | undefined) => void
}

/** A file that was found, at the page that matches, with its matches to step through. */
export function OpenFile({ q, file, files, onChange }: OpenFileProps) {
  const [as, setAs] = useState<Opened['as']>('preview')
  const [versionNumber, setVersion] = useState<number>()
  const terms = useMemo(() => parseSearchQuery(q).terms.filter(({ isExcluded }) => !isExcluded), [q])
  const found = useQuery(textsQuery(q, [file]))
  const onOpen = (next: Opened | undefined) => {
    setAs(next?.as ?? 'preview')
    setVersion(next?.versionNumber)
    if (next?.id !== file) onChange(next?.id)
  }
  // The page is known before the file is drawn; a search that can't answer keeps nobody from the file.
  if (found.isPending && found.fetchStatus !== 'idle') return null
  const hit = found.data?.find(({ id }) => id === file)
  const foundBy = () =>
    terms.length === 0 || !hit
      ? undefined
      : { words: terms.map(({ text }) => text).join(' '), terms, page: hit.page, pages: hit.pages }
  return (
    <Suspense>
      <OpenedFile files={files} opened={{ id: file, as, versionNumber }} onOpen={onOpen} foundBy={foundBy} />
    </Suspense>
  )
}
