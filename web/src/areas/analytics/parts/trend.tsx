import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../analytics.texts.ts'

type TrendProps = {
  by: number
  /** Whether that is good; undefined: it is neither. Direction and judgment are two things: a fall can be good. */
  good?: boolean | undefined
  text: string
}

export function Trend({ by, good, text }: TrendProps) {
  const Icon = by > 0 ? ArrowUpRight : by < 0 ? ArrowDownRight : Minus
  const judged = by !== 0 && good !== undefined
  return (
    <span
      className={cn(
        'tnum inline-flex items-center gap-0.5 font-medium whitespace-nowrap',
        judged ? (good ? 'text-success-fg' : 'text-danger-fg') : 'text-fg-2',
      )}
    >
      <Icon size={13} aria-hidden />
      {text}
      {judged && <span className="sr-only">, {good ? texts.better : texts.worse}</span>}
    </span>
  )
}
