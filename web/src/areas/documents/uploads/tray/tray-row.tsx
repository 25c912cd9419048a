import { CircleCheck, CirclePause, CircleX, Clock, FileX2, type LucideIcon, ShieldX } from 'lucide-react'
import { memo } from 'react'
import { FileGlyph } from '../../../../shared/file-glyph.tsx'
import { sizeText } from '../../../../shared/format/size.ts'
import { type Phase, percentOf, type Upload } from '../../../../shared/uploads/engine/upload.ts'
import { uploadStatus } from '../../../../shared/uploads/upload-status.ts'
import { cn } from '../../../../ui/cn.ts'
import { Progress } from '../../../../ui/progress.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { texts } from '../uploads.texts.ts'
import { RowActs } from './row-acts.tsx'

type Look = { icon: LucideIcon | 'busy'; tone: string; bar?: 'accent' | 'warning'; text?: string }

const PAUSED: Look = { icon: CirclePause, tone: 'text-warning-fg', bar: 'warning' }
const FAILED: Look = { icon: CircleX, tone: 'text-danger-fg', text: 'text-danger-fg' }
const LOOKS: Record<Phase, Look> = {
  lost: PAUSED,
  locked: PAUSED,
  paused: PAUSED,
  offline: PAUSED,
  sending: { icon: 'busy', tone: 'text-accent-text', bar: 'accent' },
  finishing: { icon: 'busy', tone: 'text-accent-text', bar: 'accent' },
  waiting: { icon: Clock, tone: 'text-fg-3' },
  infected: { icon: ShieldX, tone: 'text-danger-fg', text: 'text-danger-fg' },
  unchecked: FAILED,
  failed: FAILED,
  refused: FAILED,
  checking: { icon: 'busy', tone: 'text-fg-3' },
  done: { icon: CircleCheck, tone: 'text-success-fg' },
  gone: { icon: FileX2, tone: 'text-fg-3' },
}

type TrayRowProps = { upload: Upload; now: number; onChoose: () => void }

export const TrayRow = memo(function TrayRow({ upload, now, onChoose }: TrayRowProps) {
  const { name, size, type, phase } = upload
  const look = LOOKS[phase]
  const Icon = look.icon
  return (
    <li className={cn('flex items-center gap-3 px-4 py-2.5', phase === 'infected' && 'bg-danger-bg/40')}>
      <FileGlyph contentType={type} size={24} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span translate="no" dir="auto" className="truncate font-medium">
            {name}
          </span>
          <span translate="no" className="tnum ml-auto shrink-0 text-xs text-fg-2">
            {sizeText(size)}
          </span>
        </p>
        {look.bar && (
          <Progress label={texts.row.progress(name)} value={percentOf(upload)} tone={look.bar} className="mt-1 h-1" />
        )}
        <p className={cn('mt-0.5 flex items-start gap-1.5 text-xs', look.text ?? 'text-fg-2')}>
          <span className={cn('mt-0.5 grid size-3.25 shrink-0 place-items-center', look.tone)}>
            {Icon === 'busy' ? <Spinner size={13} /> : <Icon size={13} aria-hidden />}
          </span>
          <span className="min-w-0 break-words">{uploadStatus(upload, now)}</span>
        </p>
      </div>
      <RowActs upload={upload} onChoose={onChoose} />
    </li>
  )
})
