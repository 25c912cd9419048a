import { Repeat2, Undo2 } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from './canvas.texts.ts'
import type { Detail } from './canvas-context.ts'
import { MAX_RETURNS } from './layout/shape.ts'
import { DoneTick, ProblemCount, StepBadge } from './step-badge.tsx'
import type { StepData } from './step-data.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const comparing = ['added', 'removed', 'changed']

const nameLook = {
  0: 'block truncate text-sm',
  1: 'line-clamp-2 text-[19px] leading-[21px]',
  2: 'line-clamp-2 text-[22px] leading-[23px]',
} as const

/** The card of large drawings, and what is left of any card from further away. */
export function CompactCard({ data, detail }: { data: StepData; detail: Detail }) {
  const { drawn, mark, returns, errors, warnings } = data
  const { icon: Icon, tone, label, mark: colour } = STEP_KINDS[drawn.step.type]
  const far = detail > 0
  const [back] = returns
  return (
    <>
      <StepBadge mark={mark} far={far} />
      <span className={cn('flex items-center gap-2', far ? 'px-2' : 'px-2.5', detail === 2 && 'pl-3.5')}>
        {detail === 2 ? (
          <span className="absolute inset-y-1.5 left-1.5 w-1.5 rounded-full" style={{ background: colour }} />
        ) : (
          <span className={cn('grid shrink-0 place-items-center rounded-md', far ? 'size-9' : 'size-7', tone)}>
            <Icon size={far ? 20 : 15} aria-hidden />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              translate="no"
              dir="auto"
              className={cn(
                'min-w-0 flex-1 text-left font-medium',
                nameLook[detail],
                mark?.state === 'removed' && 'line-through decoration-danger-mark',
              )}
            >
              {drawn.name}
            </span>
            {!far && <StepNumber {...data} />}
          </span>
          {!far && (
            <span className="flex items-center gap-1 text-xs text-fg-3">
              <EachMark data={data} />
              <span className="min-w-0 flex-1 truncate">{[label, metaText(data)].filter(Boolean).join(' · ')}</span>
              <ProblemCount errors={errors} warnings={warnings} short />
              {back && (
                <span className="tnum inline-flex shrink-0 items-center gap-0.5 text-2xs text-fg-2">
                  <Undo2 size={10} aria-hidden />
                  {back.to}
                </span>
              )}
            </span>
          )}
        </span>
      </span>
    </>
  )
}

/** When versions are compared, the line says what was there before. */
function metaText({ drawn, mark }: StepData): string {
  return mark?.note && comparing.includes(mark.state ?? '') ? mark.note : drawn.meta
}

function StepNumber({ drawn, mark }: StepData) {
  if (mark?.state === 'done') return <DoneTick />
  return <span className="tnum text-2xs text-fg-3">{mark?.state === 'removed' ? texts.noNumber : drawn.n}</span>
}

function EachMark({ data }: { data: StepData }) {
  return data.drawn.step.each ? <Repeat2 size={12} aria-hidden className="shrink-0" /> : null
}

/** The whole card: what it is called and does, what it is, what is wrong with it, where it leads back to. */
export function StepCard({ data }: { data: StepData }) {
  const { drawn, mark, returns, errors, warnings } = data
  const { icon: Icon, tone, label } = STEP_KINDS[drawn.step.type]
  const struck = mark?.state === 'removed' && 'line-through decoration-danger-mark'
  const hidden = returns.length - MAX_RETURNS
  return (
    <>
      <StepBadge mark={mark} />
      <span className={cn('flex h-13.5 items-start gap-3 p-3 pb-0', struck)}>
        <span className={cn('grid size-8 shrink-0 place-items-center rounded-md', tone)}>
          <Icon size={16} strokeWidth={1.9} aria-hidden />
        </span>
        <span className="min-w-0 flex-1" translate="no">
          <span dir="auto" className="block truncate text-left text-sm leading-5 font-medium">
            {drawn.name}
          </span>
          <span
            dir="auto"
            className={cn('block truncate text-left text-xs text-fg-3', drawn.subIsCode && 'font-mono text-2xs')}
          >
            {drawn.sub}
          </span>
        </span>
        <StepNumber {...data} />
      </span>
      <span className="flex h-8 items-center gap-2 border-t px-3 text-xs text-fg-3">
        <EachMark data={data} />
        <span className="font-medium text-fg-2">{label}</span>
        <span aria-hidden>·</span>
        <span className="truncate">{metaText(data)}</span>
        <ProblemCount errors={errors} warnings={warnings} />
      </span>
      {returns.slice(0, MAX_RETURNS).map(({ label, to }, n) => (
        <span
          key={`${label} ${to}`}
          className={cn('flex h-7 items-center gap-1.5 px-3 text-xs text-fg-2', n === 0 && 'border-t border-dashed')}
        >
          <Undo2 size={12} aria-hidden className="text-fg-3" />
          <span className="truncate">
            {n === MAX_RETURNS - 1 && hidden > 0
              ? texts.also(texts.backTo(label, to), hidden)
              : texts.backTo(label, to)}
          </span>
        </span>
      ))}
    </>
  )
}
