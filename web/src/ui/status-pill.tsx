import { cn } from './cn.ts'
import { type Status, statusLook } from './status.ts'
import { StatusGlyph } from './status-glyph.tsx'
import { toneChip } from './tone.ts'

type StatusWordProps = {
  status: Status
  label: string
  /** Plain text beside the glyph instead of a tinted pill. */
  plain?: boolean
}

export function StatusPill({ status, label, plain }: StatusWordProps) {
  if (plain)
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-fg-2">
        <StatusGlyph status={status} />
        {label}
      </span>
    )
  return (
    <span
      className={cn(
        'chip inline-flex h-5.5 items-center gap-1.5 rounded-full pr-2 pl-1.5 text-xs font-medium whitespace-nowrap',
        toneChip[statusLook[status].tone],
      )}
    >
      <StatusGlyph status={status} size={13} />
      {label}
    </span>
  )
}
