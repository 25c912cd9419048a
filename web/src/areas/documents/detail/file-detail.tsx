import type { DocumentDetail } from '@throughline/contracts/documents'
import { Maximize2, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Comments } from '../../comments/parts/comments.tsx'
import { ChangedBanner } from '../decision/changed-banner.tsx'
import { FileDecision } from '../decision/file-decision.tsx'
import { useFileActs } from '../list/use-file-acts.ts'
import { DocumentPill } from '../parts/document-status.tsx'
import { typeLabel } from '../preview/type-label.ts'
import { Description } from './description.tsx'
import { texts } from './detail.texts.ts'
import { FileFacts } from './file-facts.tsx'
import type { FilePanelProps } from './file-panel.tsx'
import { ProcessingNote } from './processing-note.tsx'
import { Related } from './related.tsx'
import { Versions } from './versions.tsx'

function InTrash({ file }: { file: DocumentDetail }) {
  const { restore } = useFileActs()
  return (
    <Banner
      tone="info"
      icon={Trash2}
      title={texts.inTrash}
      action={
        file.can.manage && (
          <Button size="sm" onClick={() => void restore(file)}>
            {texts.restoreFile}
          </Button>
        )
      }
    >
      {texts.inTrashNote}
    </Banner>
  )
}

type FileDetailProps = Pick<FilePanelProps, 'onPreview' | 'onOpen' | 'toComments'> & {
  file: DocumentDetail
}

/** Everything that is known about a file, and what was said and decided about it. */
export function FileDetail({ file, onPreview, onOpen, toComments }: FileDetailProps) {
  const facts = [
    typeLabel(file.content_type),
    sizeText(file.size),
    ...(file.processing.page_count === null ? [] : [texts.pages(file.processing.page_count)]),
  ]
  const isInReview = file.status === 'review'
  const decision = <FileDecision file={file} />
  return (
    <div className="space-y-5">
      <Thumbnail file={file} onPreview={() => onPreview(file.id)} />
      <div>
        <h2 translate="no" dir="auto" className="text-lg leading-snug font-semibold break-words">
          {file.name || file.filename}
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <DocumentPill document={file} />
          <span translate="no" className="text-xs text-fg-3">
            {facts.join(' · ')}
          </span>
        </p>
        <Description file={file} />
      </div>
      {file.deleted_at && <InTrash file={file} />}
      <ProcessingNote file={file} />
      <ChangedBanner file={file} narrow />
      {isInReview && decision}
      <FileFacts file={file} />
      {!isInReview && decision}
      <Versions file={file} onPreview={onPreview} />
      <Related file={file} onOpen={onOpen} />
      <FileComments file={file} focused={toComments} />
    </div>
  )
}

type ThumbnailProps = { file: DocumentDetail; onPreview: () => void }

/** Its first page where one was drawn; else the sign of its kind. */
function Thumbnail({ file, onPreview }: ThumbnailProps) {
  const [lost, setLost] = useState<string>()
  const drawn = file.thumbnail_url !== null && file.thumbnail_url !== lost ? file.thumbnail_url : undefined
  return (
    <div className="relative grid h-42 place-items-center overflow-hidden rounded-md border bg-surface-3">
      {drawn ? (
        <img src={drawn} alt="" onError={() => setLost(drawn)} className="max-h-full max-w-full object-contain" />
      ) : (
        <FileGlyph contentType={file.content_type} size={64} />
      )}
      {!file.deleted_at && (
        <span className="absolute right-2 bottom-2">
          <Button size="sm" icon={Maximize2} onClick={onPreview}>
            {texts.preview}
          </Button>
        </span>
      )}
    </div>
  )
}

/** Whoever came to say something finds the box. */
function FileComments({ file, focused = false }: { file: DocumentDetail; focused: boolean | undefined }) {
  const [count, setCount] = useState<number>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!focused) return
    place.current?.scrollIntoView({ block: 'end' })
    place.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [focused])
  return (
    <div ref={place}>
      <Section title={texts.comments} {...(count !== undefined && { count })}>
        <Comments key={file.id} subject={{ kind: 'document', id: file.id }} onCount={setCount} />
      </Section>
    </div>
  )
}
