import { Dialog as Base } from '@base-ui/react/dialog'
import type { DocumentId } from '@throughline/contracts/ids'
import { Suspense, useState } from 'react'
import { dialogBackdrop } from '../../../ui/dialog-style.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import type { FoundBy } from '../preview/use-viewing.ts'

const FilePanel = lazyPart(
  () => import('../detail/file-panel.tsx'),
  (module) => module.FilePanel,
)

export type Opened = { id: DocumentId; as: 'preview' | 'details' | 'comments'; versionNumber?: number | undefined }

type Files = readonly { id: DocumentId; name: string }[]

/** Files of a page that is about something else: one is looked at over it, and its details open from there. */
export function useOpenedFile(files: Files) {
  const [opened, setOpened] = useState<Opened>()
  const show = (id: DocumentId, as: Opened['as'] = 'preview', versionNumber?: number) =>
    setOpened({ id, as, versionNumber })
  const view = opened ? <OpenedFile files={files} opened={opened} onOpen={setOpened} /> : null
  return { show, view }
}

type OpenedFileProps = {
  files: Files
  opened: Opened
  /** undefined: it is closed. */
  onOpen: (next: Opened | undefined) => void
  /** What the files were found by, where a search led to them. */
  foundBy?: ((id: DocumentId) => FoundBy | undefined) | undefined
}

export function OpenedFile({ files, opened, onOpen, foundBy }: OpenedFileProps) {
  const show = (id: DocumentId, as: Opened['as'], versionNumber?: number) => onOpen({ id, as, versionNumber })
  const close = () => onOpen(undefined)
  const step = (by: 1 | -1) => {
    const next = files[files.findIndex(({ id }) => id === opened.id) + by]
    if (next) show(next.id, 'details')
  }
  if (opened.as === 'preview')
    return (
      <PreviewDialog
        documents={files}
        documentId={opened.id}
        versionNumber={opened.versionNumber}
        found={foundBy?.(opened.id)}
        onStep={(id) => show(id, 'preview')}
        onClose={close}
        onDetails={(id) => show(id, 'details')}
        onComment={(id) => show(id, 'comments')}
      />
    )
  return (
    <Base.Root open onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup className="pointer-events-none fixed inset-0 z-(--z-dialog) outline-none *:pointer-events-auto">
          <Suspense>
            <FilePanel
              documentId={opened.id}
              onClose={close}
              {...(files.length > 1 && { onStep: step })}
              onPreview={(id, versionNumber) => show(id, 'preview', versionNumber)}
              onOpen={(id) => show(id, 'details')}
              toComments={opened.as === 'comments'}
            />
          </Suspense>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
