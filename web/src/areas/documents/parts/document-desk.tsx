import '../preview/preview.css'
import { useQuery } from '@tanstack/react-query'
import type { DocumentId } from '@throughline/contracts/ids'
import { Download, FileDiff, Info, Maximize2, Minus, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Tag } from '../../../ui/tag.tsx'
import { ChangedBanner } from '../decision/changed-banner.tsx'
import { FileDecision } from '../decision/file-decision.tsx'
import { documentQuery } from '../documents.api.ts'
import { Content } from '../preview/content.tsx'
import { usePreviewSettled } from '../preview/preview.api.ts'
import { useViewing } from '../preview/use-viewing.ts'
import { texts } from './desk.texts.ts'
import { useDownload } from './use-download.ts'

const CompareDialog = lazyPart(
  () => import('../decision/compare/compare-dialog.tsx'),
  (module) => module.CompareDialog,
)

type DocumentDeskProps = {
  file: { id: DocumentId; name: string; content_type: string; version_number: number }
  /** The approval it belonged to is over: what came after it is decided on the file itself. */
  over: boolean
  onOpen: (as: 'preview' | 'details') => void
  /** Told whether it is in sight, or why it cannot be. */
  onShown: (shown: boolean) => void
}

/** The file that is decided on, in sight while one decides. Always the version that the decision names. */
export function DocumentDesk({ file, over, onOpen, onShown }: DocumentDeskProps) {
  const { id, name, content_type, version_number: version } = file
  const { data: detail } = useQuery(documentQuery(id))
  const viewing = useViewing(`${id} ${version}`)
  const download = useDownload()
  const shown = usePreviewSettled(id, version)
  useEffect(() => onShown(shown), [onShown, shown])
  const [comparing, setComparing] = useState(false)
  const before = detail?.versions.find(({ version_number, state }) => version_number < version && state === 'clean')
  return (
    <section aria-label={texts.document(name)} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-surface px-3 py-1">
        <FileGlyph contentType={content_type} size={20} />
        <span translate="no" dir="auto" title={name} className="min-w-0 truncate font-medium">
          {name}
        </span>
        <Tag tone="accent">{texts.short(version)}</Tag>
        <span className="flex-1" />
        {before && (
          <Button size="sm" variant="ghost" icon={FileDiff} onClick={() => setComparing(true)}>
            {texts.compareWith(before.version_number)}
          </Button>
        )}
        {viewing.pages > 0 && (
          <span translate="no" className="tnum text-xs whitespace-nowrap text-fg-2">
            {texts.page(viewing.page, viewing.pages)}
          </span>
        )}
        <IconButton label={texts.zoomOut} icon={Minus} size="sm" onClick={() => viewing.zoom(-1)} />
        <IconButton label={texts.zoomIn} icon={Plus} size="sm" onClick={() => viewing.zoom(1)} />
        <IconButton label={texts.whole} icon={Maximize2} size="sm" onClick={() => onOpen('preview')} />
        <IconButton label={texts.details} icon={Info} size="sm" onClick={() => onOpen('details')} />
        {detail?.downloadable && (
          <IconButton label={texts.download} icon={Download} size="sm" onClick={() => void download([file])} />
        )}
      </div>
      {detail && <ChangedBanner file={detail} className="m-3 mb-0" />}
      {over && detail?.approval?.state === 'changed' && (
        <div className="m-3 mb-0 rounded-md border bg-surface p-3">
          <FileDecision file={detail} />
        </div>
      )}
      <Content
        key={`${id} ${version}`}
        documentId={id}
        versionNumber={version}
        file={detail}
        viewing={viewing}
        onDownload={detail?.downloadable ? () => void download([file]) : undefined}
      />
      {comparing && detail && before && (
        <Suspense>
          <CompareDialog file={detail} from={before.version_number} to={version} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </section>
  )
}
