import { Dialog as Base } from '@base-ui/react/dialog'
import type { DocumentId } from '@throughline/contracts/ids'
import { lazy, Suspense, useState } from 'react'
import { dialogBackdrop } from '../../../ui/dialog-style.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'

const FilePanel = lazy(() => import('../detail/file-panel.tsx').then((module) => ({ default: module.FilePanel })))

type Opened = { id: DocumentId; as: 'preview' | 'details' | 'comments'; versionNumber?: number | undefined }

type Files = readonly { id: DocumentId; name: string }[]

/** Files of a page that is about something else: one is looked at over it, and its details open from there. */
export function useOpenedFile(files: Files) {
  const [opened, setOpened] = useState<Opened>()
  const show = (id: DocumentId, as: Opened['as'] = 'preview', versionNumber?: number) =>
    setOpened({ id, as, versionNumber })
  const close = () => setOpened(undefined)
  const step = (by: 1 | -1) => {
    const next = files[files.findIndex(({ id }) => id === opened?.id) + by]
    if (next) show(next.id, 'details')
  }
  const view = !opened ? null : opened.as === 'preview' ? (
    <PreviewDialog
      documents={files}
      documentId={opened.id}
      versionNumber={opened.versionNumber}
      onStep={(id) => show(id)}
      onClose={close}
      onDetails={(id) => show(id, 'details')}
      onComment={(id) => show(id, 'comments')}
    />
  ) : (
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
  return { show, view }
}
