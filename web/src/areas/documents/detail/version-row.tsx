import type { DocumentDetail, DocumentVersion } from '@throughline/contracts/documents'
import { Check, Eye, FileDiff, RotateCcw } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Verdicts } from '../decision/verdicts.tsx'
import { spec, texts } from './detail.texts.ts'

type VersionRowProps = {
  file: DocumentDetail
  version: DocumentVersion
  onPreview: () => void
  onCompare: () => void
  onRestore: (() => void) | undefined
}

export function VersionRow({ file, version, onPreview, onCompare, onRestore }: VersionRowProps) {
  const zone = useZone()
  const now = useNow()
  const { version_number: number, is_current, created_by, created_at, restored_from, state } = version
  const notes = [
    momentText(created_at, zone, now),
    ...(restored_from === null ? [] : [texts.restoredFrom(restored_from)]),
    ...(state === 'clean' ? [] : [texts.versionStates[state]]),
  ]
  return (
    <li className={cn('rounded-md border p-3', is_current && 'border-accent-line bg-accent-subtle')}>
      <p className="flex items-center gap-2">
        <span className="tnum font-semibold">{texts.version(number)}</span>
        {is_current && (
          <Tag tone="accent" icon={Check}>
            {texts.current}
          </Tag>
        )}
        <span translate="no" className="tnum ml-auto text-xs text-fg-2">
          {sizeText(version.size)}
        </span>
      </p>
      <p className="mt-0.5 flex items-center gap-1.5 text-fg-2">
        {created_by && <Avatar name={created_by.name} src={created_by.photo ?? undefined} size={16} />}
        <span {...(created_by && { translate: 'no' })} className="truncate">
          {created_by?.name ?? spec.unknown}
        </span>
      </p>
      <p translate="no" className="tnum text-xs text-fg-2">
        {notes.join(' · ')}
      </p>
      <Verdicts decisions={file.decisions.filter(({ version_number }) => version_number === number)} />
      {state === 'clean' && !file.deleted_at && (
        <div className="mt-2 flex flex-wrap gap-1">
          <Button
            size="sm"
            variant="ghost"
            icon={Eye}
            aria-label={texts.previewVersion(number)}
            onClick={onPreview}
            className="-ml-2"
          >
            {texts.preview}
          </Button>
          {!is_current && (
            <Button
              size="sm"
              variant="ghost"
              icon={FileDiff}
              aria-label={texts.compareVersion(number)}
              onClick={onCompare}
            >
              {texts.compare}
            </Button>
          )}
          {!is_current && onRestore && (
            <Button size="sm" icon={RotateCcw} aria-label={texts.restoreVersion(number)} onClick={onRestore}>
              {texts.restore}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
