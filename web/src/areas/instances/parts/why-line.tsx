import type { Waiting } from '@throughline/contracts/running'
import { TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { useReader } from '../why/use-reader.ts'
import { inShort, whatIsMissing } from '../why/why-words.ts'

export type WhyLineProps = {
  waiting: Waiting | null
  /** Further reasons beside this one. */
  more: number
  className?: string
}

/** Why something does not go on, in a few words; the whole sentence is its tooltip. */
export function WhyLine({ waiting, more, className }: WhyLineProps) {
  const reader = useReader()
  if (!waiting) return null
  const alarming = waiting.kind === 'failed' || waiting.overdue
  return (
    <span
      // A failure is told in the words of whatever failed.
      translate={waiting.kind === 'failed' ? 'no' : undefined}
      title={whatIsMissing(waiting, reader)}
      className={cn('flex min-w-0 items-center gap-1.5', alarming ? 'text-danger-fg' : 'text-fg-2', className)}
    >
      {waiting.kind === 'failed' && <TriangleAlert size={13} aria-hidden className="shrink-0" />}
      <span translate="yes" className="truncate">
        {inShort(waiting, more, reader)}
      </span>
    </span>
  )
}
