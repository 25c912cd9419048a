import { Repeat2, Undo2 } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { subIsCode } from '../model/drawing-words.ts'
import { texts } from './canvas.texts.ts'
import { MOST_RETURNS } from './layout/shape.ts'
import { DoneTick, ProblemCount, StepBadge } from './step-badge.tsx'
import type { StepData } from './step-data.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const comparing = ['added', 'removed', 'changed']
/** When versions are compared, the line says what was there before. */
export function metaWords({ drawn, mark }: StepData): string {
  return mark?.note && comparing.includes(mark.state ?? '') ? mark.note : drawn.meta
}

export function StepNumber({ drawn, mark }: StepData) {
  if (mark?.state === 'done') return <DoneTick />
  return <span className="tnum text-2xs text-fg-3">{mark?.state === 'removed' ? texts.noNumber : drawn.n}</span>
}

export function EachMark({ data }: { data: StepData }) {
  return data.drawn.step.each ? <Repeat2 size={12} aria-hidden className="shrink-0" /> : null
}

/** The whole card: what it is called and does, what it is, what is wrong with it, where it leads back to. */
export function StepCard({ data }: { data: StepData }) {
  const { drawn, mark, returns, errors, warnings } = data
  const { icon: Icon, tone, indicator } = STEP_KINDS[drawn.step.type]
  const struck = mark?.state === 'removed' && 'line-through decoration-danger-mark'
  const hidden = returns.length - MOST_RETURNS
  return (
    <>
      <StepBadge mark={mark} />
      <span className={cn('flex h-13.5 items-start gap-3 p-3 pb-0', struck)}>
        <span className={cn('grid size-8 shrink-0 place-items-center rounded-md', tone)}>
          <Icon size={16} strokeWidth={1.9} aria-hidden />
        </span>
        <span className="min-w-0 flex-1" translate="no">
          <span dir="auto" className="block truncate text-left text-sm leading-5 font-medium">
            {drawn.step.name}
          </span>
          <span
            dir="auto"
            className={cn('block truncate text-left text-xs text-fg-3', subIsCode(drawn.step) && 'font-mono text-2xs')}
          >
            {drawn.sub}
          </span>
        </span>
        <StepNumber {...data} />
      </span>
      <span className="flex h-8 items-center gap-2 border-t px-3 text-xs text-fg-3">
        <EachMark data={data} />
        <span className="font-medium text-fg-2">{indicator}</span>
        <span aria-hidden>·</span>
        <span className="truncate">{metaWords(data)}</span>
        <ProblemCount errors={errors} warnings={warnings} />
      </span>
      {returns.slice(0, MOST_RETURNS).map(({ label, to }, n) => (
        <span
          key={`${label} ${to}`}
          className={cn('flex h-7 items-center gap-1.5 px-3 text-xs text-fg-2', n === 0 && 'border-t border-dashed')}
        >
          <Undo2 size={12} aria-hidden className="text-fg-3" />
          <span className="truncate">
            {n === MOST_RETURNS - 1 && hidden > 0
              ? texts.also(texts.backTo(label, to), hidden)
              : texts.backTo(label, to)}
          </span>
        </span>
      ))}
    </>
  )
}
