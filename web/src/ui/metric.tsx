import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type MetricProps = {
  label: string
  value: ReactNode
  /** Behind the number: "1 due today". */
  note?: ReactNode
  glyph?: ReactNode
  /** The number needs somebody. */
  alarming?: boolean
  /** With `onPress` the card is a filter that can be on or off. */
  pressed?: boolean
  onPress?: () => void
}

const card = 'card rounded-lg border px-4 pt-3 pb-3.5 text-left shadow-xs'

export function Metric({ label, value, note, glyph, alarming, pressed = false, onPress }: MetricProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-sm text-fg-2">
        {glyph}
        {label}
      </span>
      <span className="mt-2 flex items-baseline gap-2.5">
        <span className={cn('tnum text-2xl font-semibold tracking-(--track-tighter)', alarming && 'text-danger-fg')}>
          {value}
        </span>
        {note && <span className="text-xs text-fg-3">{note}</span>}
      </span>
    </>
  )
  if (!onPress) return <div className={cn(card, 'bg-card')}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cn(
        card,
        'transition-colors',
        pressed ? 'border-accent bg-accent-subtle' : 'bg-card hover:border-line-strong hover:bg-surface-2',
      )}
    >
      {content}
    </button>
  )
}
