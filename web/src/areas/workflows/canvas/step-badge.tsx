import { Check, CircleDot, Hourglass, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from './canvas.texts.ts'
import type { StepMark } from './flow-canvas.tsx'

const looks = {
  open: 'bg-accent text-on-accent',
  waiting: 'border border-accent bg-card text-accent-text',
  added: 'border border-success-mark bg-success-bg text-success-fg',
  removed: 'border border-danger-mark bg-danger-bg text-danger-fg',
  changed: 'border border-warning-mark bg-warning-bg text-warning-fg',
} as const

export const frames: Record<NonNullable<StepMark['state']>, string> = {
  done: 'bg-surface-2',
  open: 'border-accent shadow-[0_0_0_1px_var(--accent),var(--elev-md)]',
  waiting: 'border-dashed border-accent',
  added: 'border-success-mark shadow-[0_0_0_1px_var(--success-mark)]',
  removed: 'border-dashed border-danger-mark',
  changed: 'border-warning-mark shadow-[0_0_0_1px_var(--warning-mark)]',
}

const isRun = (state: StepMark['state']) => state === 'open' || state === 'waiting'

/** What a mark says in words, for the pill and for who cannot see it. */
export function markText({ state, note }: StepMark): string | undefined {
  if (!state) return undefined
  return (isRun(state) && note) || texts.states[state]
}

/** The pill on a card's upper edge: open, waiting, added, removed, changed. */
export function StepBadge({ mark, far }: { mark: StepMark | undefined; far?: boolean }) {
  const state = mark?.state
  if (!mark || !state || state === 'done') return null
  return (
    <span
      style={far ? { scale: '1.35', transformOrigin: 'left bottom' } : undefined}
      className={cn(
        'absolute -top-3.5 left-2.5 z-10 flex h-5.5 items-center gap-1 rounded-full pr-2 pl-1.5 text-xs font-medium whitespace-nowrap',
        looks[state],
      )}
    >
      {state === 'open' && <CircleDot size={12} strokeWidth={2.4} aria-hidden />}
      {state === 'waiting' && <Hourglass size={11} strokeWidth={2.2} aria-hidden />}
      {mark.badge}
      {markText(mark)}
    </span>
  )
}

export function DoneTick() {
  return (
    <span className="grid size-4 shrink-0 place-items-center rounded-full bg-success-bg text-success-fg">
      <Check size={11} strokeWidth={3} aria-hidden />
    </span>
  )
}

export function ProblemCount({ errors, warnings, short }: { errors: number; warnings: number; short?: boolean }) {
  const count = errors + warnings
  if (count === 0) return null
  return (
    <span
      className={cn(
        'inline-flex shrink-0 items-center gap-1 font-medium',
        !short && 'ml-auto',
        errors > 0 ? 'text-danger-fg' : 'text-warning-fg',
      )}
    >
      <TriangleAlert size={12} aria-hidden />
      {short ? count : texts.problems(count)}
    </span>
  )
}
