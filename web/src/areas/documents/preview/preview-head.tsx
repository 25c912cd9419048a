import { Dialog as Base } from '@base-ui/react/dialog'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { Download, Info, MessageSquare, Minus, Plus, Search, X } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DocumentPill } from '../parts/document-status.tsx'
import { spec, texts } from './preview.texts.ts'
import type { PreviewActs } from './preview-keys.ts'
import { typeLabel } from './type-label.ts'
import type { Viewing } from './use-viewing.ts'

type PreviewHeadProps = {
  name: string
  file: DocumentDetail | undefined
  version: number | undefined
  viewing: Viewing
  acts: PreviewActs
}

const onPhone = 'max-[759px]:size-11'

export function PreviewHead({ name, file, version, viewing, acts }: PreviewHeadProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-2.5 border-b bg-overlay pr-2.5 pl-4 max-[759px]:gap-0 max-[759px]:pr-1">
      <span className="max-[759px]:hidden">
        <FileGlyph contentType={file?.content_type ?? ''} size={24} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2.5">
          <div className="min-w-0">
            <Base.Title translate="no" className="truncate text-md leading-tight font-semibold">
              {name}
            </Base.Title>
            <p className="min-h-4 truncate text-xs text-fg-3">{file && <Facts file={file} version={version} />}</p>
          </div>
          {file && (
            <span className="max-[1023px]:hidden">
              <DocumentPill document={file} />
            </span>
          )}
        </div>
      </div>
      {acts.find && <IconButton label={texts.find} kbd="/" icon={Search} className={onPhone} onClick={acts.find} />}
      {acts.zoom && <Zoom viewing={viewing} zoom={acts.zoom} />}
      {acts.comment && (
        <IconButton label={texts.comments} kbd="C" icon={MessageSquare} className={onPhone} onClick={acts.comment} />
      )}
      {acts.details && (
        <IconButton label={texts.details} kbd="I" icon={Info} className={onPhone} onClick={acts.details} />
      )}
      {acts.download && (
        <>
          <Button icon={Download} kbd="D" onClick={acts.download} className="max-[759px]:hidden">
            {spec.download}
          </Button>
          <IconButton
            label={spec.download}
            icon={Download}
            onClick={acts.download}
            className="size-11! min-[760px]:hidden"
          />
        </>
      )}
      <Base.Close render={<IconButton label={texts.close} kbd="Escape" icon={X} className={onPhone} />} />
    </div>
  )
}

function Zoom({ viewing, zoom }: { viewing: Viewing; zoom: (by: 1 | -1) => void }) {
  return (
    <div className="flex items-center gap-1 max-[759px]:hidden">
      <IconButton label={texts.zoomOut} kbd="-" icon={Minus} onClick={() => zoom(-1)} />
      <output className="tnum w-10 text-center text-xs text-fg-2">
        {texts.zoom(Math.round((viewing.wanted ?? viewing.shown) * 100))}
      </output>
      <IconButton label={texts.zoomIn} kbd="+" icon={Plus} onClick={() => zoom(1)} />
      <span className="mx-1 h-5 w-px bg-line-strong" />
    </div>
  )
}

function Facts({ file, version }: { file: DocumentDetail; version: number | undefined }) {
  const zone = useZone()
  const one = file.versions.find(({ version_number }) => version_number === version)
  const day = one && dateText(one.created_at, zone)
  const said =
    one &&
    (one.created_by
      ? texts.versionBy(one.version_number, one.created_by.name, day ?? '')
      : texts.versionOn(one.version_number, day ?? ''))
  const facts = [typeLabel(one?.content_type ?? file.content_type), sizeText(one?.size ?? file.size), said]
  return <span translate="no">{facts.filter(Boolean).join(' · ')}</span>
}
