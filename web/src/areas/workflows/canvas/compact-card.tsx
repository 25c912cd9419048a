import { Undo2 } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import type { Detail } from './canvas-context.ts'
import { ProblemCount, StepBadge } from './step-badge.tsx'
import { EachMark, metaWords, StepNumber } from './step-card.tsx'
import type { StepData } from './step-data.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const nameLook = {
  0: 'block truncate text-sm',
  1: 'line-clamp-2 text-[19px] leading-[21px]',
  2: 'line-clamp-2 text-[22px] leading-[23px]',
} as const

/** The card of large drawings, and what is left of any card from further away. */
export function CompactCard({ data, detail }: { data: StepData; detail: Detail }) {
  const { drawn, mark, returns, errors, warnings } = data
  const { icon: Icon, tone, indicator, mark: colour } = STEP_KINDS[drawn.step.type]
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
              {drawn.step.name}
            </span>
            {!far && <StepNumber {...data} />}
          </span>
          {!far && (
            <span className="flex items-center gap-1 text-xs text-fg-3">
              <EachMark data={data} />
              <span className="min-w-0 flex-1 truncate">
                {[indicator, metaWords(data)].filter(Boolean).join(' · ')}
              </span>
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
