import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { Suspense, useCallback, useState } from 'react'
import type { List } from '../../../shared/list-page/use-list.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { rowLink } from '../../../ui/row-focus.ts'
import type { FilesSearch } from '../list/files-search.ts'
import type { Change } from '../list/use-files-address.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'

const FilePanel = lazyPart(
  () => import('../detail/file-panel.tsx'),
  (module) => module.FilePanel,
)

type OpenFileProps = {
  search: FilesSearch
  /** The panel and the preview step through its rows. */
  list: List<Document>
  /** The list goes on after these. */
  more: boolean
  onChange: Change
}

/** So many before the end the next page is asked for. */
const NEAR = 3

/** What the address says is open: a document beside the list, another one looked at over it. */
export function OpenFile({ search, list, more, onChange }: OpenFileProps) {
  const { file, preview } = search
  const { rows: documents, scroller } = list
  const [version, setVersion] = useState<number>()
  const [toComments, setToComments] = useState<DocumentId>()
  const close = useCallback(() => {
    onChange({ file: undefined })
    // Not from the list itself: there somebody may have gone on.
    if (file && !scroller.current?.contains(document.activeElement)) rowLink(scroller.current, file)?.focus()
  }, [onChange, file, scroller])
  const step = useCallback(
    (by: 1 | -1) => {
      const next = documents[documents.findIndex(({ id }) => id === file) + by]
      if (next && documents.some(({ id }) => id === file)) onChange({ file: next.id })
    },
    [documents, file, onChange],
  )
  const look = useCallback(
    (id: DocumentId, number?: number) => {
      setVersion(number)
      onChange({ preview: id }, false)
    },
    [onChange],
  )
  const listed = preview && documents.some(({ id }) => id === preview) ? documents : undefined
  const leave = (changes: FilesSearch = {}) => {
    setVersion(undefined)
    onChange({ preview: undefined, ...changes })
  }
  return (
    <>
      {file && (
        <Suspense>
          <FilePanel
            documentId={file}
            onClose={close}
            onStep={step}
            onPreview={look}
            onOpen={(id) => onChange({ file: id }, false)}
            toComments={toComments === file}
          />
        </Suspense>
      )}
      {preview && (
        <PreviewDialog
          documents={listed ?? [{ id: preview, name: '' }]}
          more={listed && more}
          documentId={preview}
          versionNumber={version}
          onStep={(id) => {
            setVersion(undefined)
            if (documents.findIndex((one) => one.id === id) >= documents.length - NEAR) list.more()
            onChange({ preview: id, ...(file && { file: id }) })
          }}
          onClose={() => leave()}
          focusAfter={() => rowLink(scroller.current, preview)}
          onDetails={(id) => leave({ file: id })}
          onComment={(id) => {
            setToComments(id)
            leave({ file: id })
          }}
        />
      )}
    </>
  )
}
