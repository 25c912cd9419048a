import './preview.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import type { Preview as DocumentPreview } from '@throughline/contracts/document-preview'
import { useRef } from 'react'
import { perform } from '../../../shared/use-act.ts'
import { dialogBackdrop } from '../../../ui/dialog-style.ts'
import { saveFrom } from '../../../ui/save-file.ts'
import { documentQuery, linkDocument } from '../documents.api.ts'
import { Content } from './content.tsx'
import { FindBar } from './find/find-bar.tsx'
import { previewQuery } from './preview.api.ts'
import { texts } from './preview.texts.ts'
import type { PreviewDialogProps } from './preview-dialog.tsx'
import { PreviewFoot, StepButtons } from './preview-foot.tsx'
import { PreviewHead } from './preview-head.tsx'
import { pressedKey } from './preview-keys.ts'
import { useViewing } from './use-viewing.ts'

type Kind = DocumentPreview['kind']

const SEARCHED: readonly Kind[] = ['pdf', 'text', 'table', 'words']
const FILLING: readonly Kind[] = ['text', 'table']

/** What can be done with a kind of file; while it is not known yet, what can be done with most. */
const abilitiesOf = (kind: Kind = 'pdf') => ({
  find: SEARCHED.includes(kind),
  zoom: kind !== 'none',
  /** It takes all the room, from edge to edge. */
  fill: FILLING.includes(kind),
})

/** The version that is looked at; its origin sends it to be saved, so the page stays where it is. */
const saveVersion = ({ id, name }: { id: string; name: string }, version_number: number | undefined) =>
  perform({
    call: async () => saveFrom((await linkDocument(id, 'attachment', { version_number })).url),
    failed: texts.notDownloaded(name),
  })

const box =
  'fade-motion fixed inset-4 z-(--z-dialog) flex flex-col overflow-hidden rounded-xl border bg-board shadow-lg outline-none ' +
  'max-[759px]:inset-0 max-[759px]:rounded-none max-[759px]:border-0'

export function Preview(props: PreviewDialogProps) {
  const { documents, more = false, documentId, versionNumber, onStep, onClose, onDetails, onComment } = props
  const popup = useRef<HTMLDivElement>(null)
  const viewing = useViewing(`${documentId} ${versionNumber ?? ''}`, props.found)
  const { data: file } = useQuery(documentQuery(documentId))
  const { data: shown } = useQuery(previewQuery(documentId, versionNumber))
  const can = abilitiesOf(shown?.preview.kind)
  const at = documents.findIndex(({ id }) => id === documentId)
  const version = versionNumber ?? shown?.version_number ?? file?.current_version
  const one = file?.versions.find(({ version_number }) => version_number === version)
  const downloadable = file?.downloadable && (!one || one.state === 'clean')

  const acts = {
    file: (by: 1 | -1) => {
      const next = at < 0 ? undefined : documents[at + by]
      if (next) onStep(next.id)
    },
    page: viewing.step,
    zoom: can.zoom ? viewing.zoom : undefined,
    find: can.find ? () => viewing.change({ finding: true }) : undefined,
    comment: onComment && (() => onComment(documentId)),
    details: onDetails && (() => onDetails(documentId)),
    download: downloadable ? () => void saveVersion(file, version) : undefined,
    close: onClose,
  }
  const steps = { previous: at > 0, next: at >= 0 && at < documents.length - 1, onStep: acts.file }
  const closeFind = () => {
    viewing.change({ finding: false, words: '', terms: null, at: 0, hits: 0 })
    popup.current?.focus()
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={props.focusAfter ?? true}
          className={box}
          onKeyDown={(event) => pressedKey(event, acts)}
        >
          <PreviewHead
            name={file?.name ?? documents[at]?.name ?? ''}
            file={file}
            version={version}
            viewing={viewing}
            acts={acts}
          />
          <div className="relative flex min-h-0 flex-1 flex-col">
            {viewing.finding && <FindBar viewing={viewing} onClose={closeFind} />}
            <Content
              key={`${documentId} ${versionNumber ?? ''}`}
              documentId={documentId}
              versionNumber={versionNumber}
              file={file}
              viewing={viewing}
              onDownload={acts.download}
            />
            {!can.fill && <StepButtons {...steps} withPages={viewing.pages > 0} />}
          </div>
          <PreviewFoot
            {...steps}
            fills={can.fill}
            at={at}
            of={documents.length}
            more={more}
            viewing={viewing}
            acts={acts}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
