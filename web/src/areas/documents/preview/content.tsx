import { useQuery } from '@tanstack/react-query'
import type { Preview } from '@throughline/contracts/document-preview'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Bytes, type PreviewedVersion } from './kinds/bytes.tsx'
import { ImageView } from './kinds/image-view.tsx'
import { TableView } from './kinds/table-view.tsx'
import { TextView } from './kinds/text-view.tsx'
import { WordsView } from './kinds/words-view.tsx'
import { NoPreview } from './no-preview.tsx'
import { previewQuery } from './preview.api.ts'
import { Failed, Opening } from './states.tsx'
import type { Viewing } from './use-viewing.ts'

const PdfView = lazyPart(
  () => import('./pdf/pdf-view.tsx'),
  (module) => module.PdfView,
)

type ContentProps = {
  documentId: string
  versionNumber: number | undefined
  file: DocumentDetail | undefined
  viewing: Viewing
  onDownload: (() => void) | undefined
}

export function Content({ documentId, versionNumber, file, viewing, onDownload }: ContentProps) {
  const found = useQuery(previewQuery(documentId, versionNumber))
  const { data } = found
  if (data) {
    const { preview, ...shown } = data
    return (
      <Suspense fallback={<Opening />}>
        <Kind
          preview={preview}
          shown={{ ...shown, documentId }}
          file={file}
          viewing={viewing}
          onDownload={onDownload}
        />
      </Suspense>
    )
  }
  return found.isError ? <Failed query={found} /> : <Opening />
}

type KindProps = Pick<ContentProps, 'file' | 'viewing' | 'onDownload'> & { preview: Preview; shown: PreviewedVersion }

function Kind({ preview, shown, file, viewing, onDownload }: KindProps) {
  const { name } = shown
  if (preview.kind === 'none')
    return <NoPreview reason={preview.reason} version={shown.version_number} file={file} onDownload={onDownload} />
  if (preview.kind === 'text') return <TextView name={name} text={preview.text} cut={preview.cut} viewing={viewing} />
  if (preview.kind === 'table') return <TableView name={name} sheets={preview.sheets} viewing={viewing} />
  if (preview.kind === 'words')
    return <WordsView name={name} blocks={preview.blocks} cut={preview.cut} viewing={viewing} />
  const Drawn = preview.kind === 'pdf' ? PdfView : ImageView
  return (
    <Bytes shown={shown} onDownload={onDownload}>
      {(bytes) => <Drawn shown={shown} bytes={bytes} viewing={viewing} onDownload={onDownload} />}
    </Bytes>
  )
}
