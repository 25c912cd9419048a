import { useQuery } from '@tanstack/react-query'
import type { DocumentDetail } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { ChevronDown, ChevronUp, Download, FileQuestion, Link2 } from 'lucide-react'
import { useMemo } from 'react'
import { isGone, QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { documentQuery } from '../documents.api.ts'
import { FileMenu, useFileMenu } from '../list/file-menu.tsx'
import { useFileActs } from '../list/use-file-acts.ts'
import { useDownload } from '../parts/use-download.ts'
import { spec, texts } from './detail.texts.ts'
import { FileDetail } from './file-detail.tsx'

export type FilePanelProps = {
  documentId: DocumentId
  onClose: () => void
  /** To the file before or after it in the list. */
  onStep?: ((by: 1 | -1) => void) | undefined
  /** A version, where it is not the current one that is looked at. */
  onPreview: (id: DocumentId, versionNumber?: number) => void
  /** Another file that is related to it. */
  onOpen?: ((id: DocumentId) => void) | undefined
  /** Whoever came to say something begins there. */
  toComments?: boolean | undefined
}

/** A file beside what it was opened from. */
export function FilePanel(props: FilePanelProps) {
  const { documentId, onClose, onStep } = props
  const found = useQuery(documentQuery(documentId))
  const { data: file, error } = found
  const download = useDownload()
  const { copyLink } = useFileActs()
  usePageKeys(
    useMemo(
      () => [
        { key: 'Escape', label: uiTexts.close, act: onClose },
        ...(onStep
          ? [
              { key: 'ArrowUp', label: texts.previous, act: () => onStep(-1) },
              { key: 'ArrowDown', label: texts.next, act: () => onStep(1) },
            ]
          : []),
      ],
      [onClose, onStep],
    ),
  )
  const shown = error && (!file || isGone(error)) ? undefined : file
  return (
    <Panel
      title={shown ? texts.panel(shown.name || shown.filename) : texts.details}
      place={texts.details}
      onClose={onClose}
      actions={
        <>
          {onStep && (
            <>
              <IconButton label={texts.previous} kbd="↑" icon={ChevronUp} onClick={() => onStep(-1)} />
              <IconButton label={texts.next} kbd="↓" icon={ChevronDown} onClick={() => onStep(1)} />
            </>
          )}
          {shown && <PanelMenu file={shown} onPreview={props.onPreview} onGone={onClose} />}
        </>
      }
      footer={
        shown &&
        !shown.deleted_at && (
          <>
            {shown.downloadable && (
              <Button variant="primary" icon={Download} className="flex-1" onClick={() => void download([shown])}>
                {spec.download}
              </Button>
            )}
            <Button
              icon={Link2}
              onClick={() => void copyLink(shown)}
              {...(!shown.downloadable && { className: 'flex-1' })}
            >
              {texts.copyLink}
            </Button>
          </>
        )
      }
    >
      {shown ? (
        <FileDetail key={shown.id} {...props} file={shown} />
      ) : error ? (
        <QueryFailed
          query={found}
          title={texts.failed}
          gone={{ icon: FileQuestion, title: texts.goneTitle, hint: texts.gone }}
        />
      ) : (
        <FileLoading />
      )}
    </Panel>
  )
}

type PanelMenuProps = { file: DocumentDetail; onPreview: (id: DocumentId) => void; onGone: () => void }

function PanelMenu({ file, onPreview, onGone }: PanelMenuProps) {
  const { handlers, dialogs } = useFileMenu({ rights: file.can, onPreview, onGone })
  return (
    <>
      <FileMenu document={file} handlers={handlers} label={texts.more} />
      {dialogs}
    </>
  )
}

function FileLoading() {
  return (
    <Loading label={texts.loading} className="space-y-5">
      <Skeleton className="h-42 w-full" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-2/5" />
      <div className="space-y-3 pt-2">
        {['w-56', 'w-64', 'w-48', 'w-52'].map((width) => (
          <Skeleton key={width} className={`h-3 max-w-full ${width}`} />
        ))}
      </div>
    </Loading>
  )
}
