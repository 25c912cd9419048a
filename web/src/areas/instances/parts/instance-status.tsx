import type { InstanceStatus } from '@throughline/contracts/running'
import { Ban } from 'lucide-react'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../instances.texts.ts'

export const instanceStatusLabel = (status: InstanceStatus): string =>
  status === 'cancelled' ? texts.cancelled : spec.statuses[status]

type InstanceStatusProps = {
  status: InstanceStatus
  /** Plain text beside the glyph instead of a tinted pill. */
  plain?: boolean
}

export function InstanceStatusPill({ status, plain }: InstanceStatusProps) {
  if (status !== 'cancelled')
    return <StatusPill status={status} label={instanceStatusLabel(status)} {...(plain && { plain })} />
  if (!plain)
    return (
      <Tag tone="quiet" icon={Ban} className="h-5.5 rounded-full px-2">
        {texts.cancelled}
      </Tag>
    )
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-fg-2">
      <InstanceGlyph status={status} />
      {texts.cancelled}
    </span>
  )
}

/** Without its word, which stands beside it. */
export function InstanceGlyph({ status, size = 14 }: { status: InstanceStatus; size?: number }) {
  if (status === 'cancelled') return <Ban size={size} aria-hidden className="shrink-0 text-fg-3" />
  return <StatusGlyph status={status} size={size} />
}
