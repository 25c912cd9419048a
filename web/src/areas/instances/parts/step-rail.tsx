import type { RailLink, RailStep } from '@throughline/contracts/instances'
import { RotateCcw } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { type Clock, shortDate } from '../../../shared/format/time.ts'
import { type Drawing, drawRail } from '../../../shared/rail/rail-drawing.ts'
import { layRail } from '../../../shared/rail/rail-layout.ts'
import { useNow } from '../../../shared/use-now.ts'
import { RailStepBox } from '../rail/rail-step.tsx'
import { texts } from './rail.texts.ts'

export type StepRailProps = {
  /** In plan order. */
  steps: readonly RailStep[]
  links: readonly RailLink[]
  /** Inside the rows of a list. */
  dense?: boolean
  /** What a press on a step does; steps without an answer are plain. */
  open?: (step: RailStep) => (() => void) | undefined
  /** The step whose object stands open. */
  current?: string | undefined
}

/** Narrower than this a step says nothing; the rail then scrolls sideways. */
const LEAST = { full: 192, dense: 128 }

/**
 * The way of an instance: columns are depth, lanes are branches. For the ears it is an ordered list in the order of the
 * plan.
 */
export function StepRail({ steps, links, dense = false, open, current }: StepRailProps) {
  const zone = useZone()
  const now = useNow()
  const clock = useMemo(() => ({ zone, now }), [zone, now])
  const returns = useMemo(() => links.filter(({ back, at }) => back && at !== null), [links])
  const drawing = useMemo(() => {
    const layout = layRail(
      steps.map(({ id }) => id),
      links,
    )
    return { ...drawRail(layout, returns, dense ? 'dense' : 'full'), columns: layout.columns }
  }, [steps, links, returns, dense])
  const scroller = useRef<HTMLDivElement>(null)
  const wide = useWiderThanSight(scroller)
  return (
    <div
      ref={scroller}
      {...(wide && { tabIndex: 0, role: 'region', 'aria-label': texts.steps })}
      className="inset-focus overflow-x-auto overflow-y-hidden p-0.5 pb-3"
    >
      <div
        className="relative"
        style={{ height: drawing.total, minWidth: drawing.columns * LEAST[dense ? 'dense' : 'full'] }}
      >
        <RailLines drawing={drawing} />
        <ol aria-label={texts.steps}>
          {steps.map((step) => {
            const box = drawing.boxes.get(step.id)
            return (
              <li
                key={step.id}
                data-open={step.state === 'open' || step.state === 'failed' || undefined}
                className="absolute"
                style={{ left: `${box?.left}%`, top: box?.top, width: `${drawing.width}%`, height: drawing.height }}
              >
                <RailStepBox
                  step={step}
                  dense={dense}
                  clock={clock}
                  current={step.id === current}
                  open={open?.(step)}
                />
              </li>
            )
          })}
        </ol>
        {drawing.arcs.map(({ from, to, middle, top }) => (
          <p
            key={`${from} ${to}`}
            style={{ left: `${middle}%`, top }}
            className="absolute inline-flex h-4 -translate-x-1/2 items-center gap-1 bg-board px-1.5 text-2xs whitespace-nowrap text-warning-fg"
          >
            <RotateCcw size={11} strokeWidth={2.2} aria-hidden />
            {sentBack(
              returns.find((one) => one.from === from && one.to === to),
              dense,
              clock,
            )}
          </p>
        ))}
      </div>
    </div>
  )
}

function sentBack(link: RailLink | undefined, dense: boolean, clock: Clock) {
  if (!link?.at || dense) return texts.sentBack
  return texts.sentBackBy(shortDate(link.at, clock.zone, clock.now), link.by?.name)
}

/** Whoever opens a long rail sees where it is now, and can move it with the keys. */
function useWiderThanSight(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const open = box.querySelector<HTMLElement>('li[data-open]')
    if (open) box.scrollTo?.({ left: open.offsetLeft - (box.clientWidth - open.offsetWidth) / 2 })
    const measure = () => setWide(box.scrollWidth > box.clientWidth)
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [scroller])
  return wide
}

const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const

/** Solid where it went, dotted where it may go, dashed above for what was sent back. */
function RailLines({ drawing }: { drawing: Pick<Drawing, 'lines' | 'arcs' | 'total'> }) {
  const ahead = drawing.lines.filter(({ taken }) => !taken)
  const taken = drawing.lines.filter((line) => line.taken)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${drawing.total}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ahead.map(({ key, path }) => (
        <path {...stroke} key={key} d={path} strokeWidth="2" strokeDasharray="2 5" stroke="var(--border-strong)" />
      ))}
      {taken.map(({ key, path }) => (
        <path {...stroke} key={key} d={path} strokeWidth="2" stroke="var(--accent)" />
      ))}
      {drawing.arcs.map(({ from, to, path }) => (
        <path
          {...stroke}
          key={`${from} ${to}`}
          d={path}
          strokeWidth="1.5"
          strokeDasharray="4 4"
          stroke="var(--warning-mark)"
        />
      ))}
    </svg>
  )
}
