import type { StepFigures, WorkflowAnalytics } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { Bot, GitBranch, Hand, Hourglass, RotateCcw, Stamp, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { type Drawing, drawRail } from '../../../shared/rail/rail-drawing.ts'
import { layRail, type RailLayout } from '../../../shared/rail/rail-layout.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../analytics.texts.ts'
import { percentOf } from '../rates.ts'
import { Figure } from './figure.tsx'
import { timeText } from './slow-tasks.tsx'

const ICONS = {
  manual: Hand,
  tool: Bot,
  approval: Stamp,
  condition: GitBranch,
  wait: Hourglass,
  subworkflow: Workflow,
} as const satisfies Record<StepFigures['type'], unknown>

/** The scale's backgrounds, each with a text that can be read on it in both themes. */
const HEAT = [
  'bg-(--viz-seq-1) text-fg',
  'bg-(--viz-seq-2) text-fg',
  'bg-(--viz-seq-3) text-fg',
  'bg-(--viz-seq-4) text-fg dark:text-on-accent',
  'bg-(--viz-seq-5) text-on-accent',
] as const
const NARROWEST = 128

const heatOf = (step: StepFigures, longest: number) =>
  HEAT[step.median_s === null ? 0 : Math.min(HEAT.length - 1, Math.floor((step.median_s / longest) * HEAT.length))]

/** How much of a step was waiting, in whole percent; undefined where nothing is known. */
const waitingOf = ({ waited_s, worked_s }: Pick<StepFigures, 'waited_s' | 'worked_s'>) =>
  waited_s === null || worked_s === null ? undefined : percentOf({ count: waited_s, of: waited_s + worked_s })

function noteOf(step: StepFigures): string {
  if (step.median_s === null) return texts.runs(step.runs)
  if (step.type === 'tool') return texts.stepKinds.tool
  const waiting = waitingOf(step)
  return waiting ? texts.waitingPercent(waiting) : texts.noWaiting
}

/** What the drawing says, and its scale; the table below it has the same as numbers. */
export const WhereHead = () => (
  <div className="mt-5 mb-2 flex items-center gap-3">
    <h2 className="text-md whitespace-nowrap">{texts.where}</h2>
    <span className="min-w-0 truncate text-xs text-fg-3">{texts.whereNote}</span>
    <span className="flex-1" />
    <span aria-hidden className="flex items-center gap-1.5 text-xs text-fg-3">
      {texts.short}
      <span className="flex">
        {HEAT.map((look) => (
          <span key={look} className={cn('h-3 w-5 first:rounded-l-[3px] last:rounded-r-[3px]', look)} />
        ))}
      </span>
      {texts.long}
    </span>
  </div>
)

/** The ways that were at least once the last where several meet. */
const joinsOf = ({ links }: WorkflowAnalytics) => links.filter(({ last }) => last !== null && last > 0)

type HeatRailProps = {
  figures: WorkflowAnalytics
  links: CountedLinks
  current: string | undefined
  onStep: (id: string) => void
}

/** The way of the workflow, each step as dark as it is long. For the ears it is a list of buttons in the order of the plan. */
export function HeatRail({ figures, links, current, onStep }: HeatRailProps) {
  const { steps, links: ways } = figures
  const { drawing, layout } = useMemo(() => {
    const layout = layRail(
      steps.map(({ id }) => id),
      ways.map(({ from, to, back }) => ({ from, to, back, taken: true })),
    )
    const returns = ways.filter(({ back, again }) => back && again !== null && again > 0)
    return { drawing: drawRail(layout, returns, 'figures'), layout }
  }, [steps, ways])
  const longest = Math.max(1, ...steps.map(({ median_s }) => median_s ?? 0))
  const joins = joinsOf(figures)
  const lasts = joins.map(({ last }) => last ?? 0)
  const most = joins.find(({ last }) => last === Math.max(...lasts))
  return (
    <div className="overflow-x-auto p-1 pb-2">
      <div className="relative" style={{ height: drawing.total, minWidth: layout.columns * NARROWEST }}>
        <Lines drawing={drawing} most={most} />
        <ol aria-label={texts.where}>
          {steps.map((step) => (
            <HeatStep
              key={step.id}
              step={step}
              of={steps.length}
              heat={heatOf(step, longest)}
              current={step.id === current}
              place={{
                left: `${drawing.boxes.get(step.id)?.left}%`,
                top: drawing.boxes.get(step.id)?.top,
                width: `${drawing.width}%`,
                height: drawing.height,
              }}
              onOpen={() => onStep(step.id)}
            />
          ))}
        </ol>
        <Returns drawing={drawing} figures={figures} links={links} />
        <Joins drawing={drawing} layout={layout} figures={figures} links={links} />
      </div>
    </div>
  )
}

type Way = WorkflowAnalytics['links'][number]

/** Every way, and in colour the one that most often came last. */
function Lines({ drawing, most }: { drawing: Drawing; most: Way | undefined }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${drawing.total}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {drawing.lines.map(({ key, path }) => {
        const decides = most && key === `${most.from} ${most.to}`
        return (
          <path
            key={key}
            d={path}
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeWidth={decides ? 3 : 1.75}
            stroke={decides ? 'var(--accent)' : 'var(--neutral-mark)'}
          />
        )
      })}
      {drawing.arcs.map(({ from, to, path }) => (
        <path
          key={`${from} ${to}`}
          d={path}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeDasharray="4 4"
          strokeWidth="1.5"
          stroke="var(--warning-mark)"
        />
      ))}
    </svg>
  )
}

type LabelsProps = Pick<HeatRailProps, 'figures' | 'links'> & { drawing: Drawing }

/** How often each way back was taken. */
function Returns({ drawing, figures: { links: ways, completed }, links }: LabelsProps) {
  return drawing.arcs.map(({ from, to, middle, top }) => {
    const again = ways.find((way) => way.back && way.from === from && way.to === to)?.again ?? 0
    return (
      <span
        key={`${from} ${to}`}
        style={{ left: `${middle}%`, top }}
        className="absolute inline-flex h-4 -translate-x-1/2 items-center gap-1 bg-board px-1.5 text-xs whitespace-nowrap text-warning-fg"
      >
        <RotateCcw size={11} aria-hidden />
        <Figure open={links.again(to)} label={texts.openThese(texts.sentBack(again, completed))}>
          {texts.sentBack(again, completed)}
        </Figure>
      </span>
    )
  })
}

/** Where ways meet: how often each of them was the last. */
function Joins({ drawing, layout, figures, links }: LabelsProps & { layout: RailLayout }) {
  const nameOf = (id: string) => figures.steps.find((step) => step.id === id)?.name ?? ''
  return joinsOf(figures).map(({ from, to, last }) => {
    const box = drawing.boxes.get(to)
    const spots = layout.ways.find((way) => way.from === from && way.to === to)?.spots ?? []
    const [before, end] = spots.slice(-2)
    if (!box || !before || !end || last === null) return null
    // Halfway up or down the last bend, where the lines that meet are still apart.
    const top = box.top + ((before.lane - end.lane) * drawing.row + drawing.height) / 2 - 10
    const gap = 100 / layout.columns - drawing.width
    return (
      <span
        key={`${from} ${to}`}
        style={{ left: `${box.left - gap * 0.7}%`, top }}
        className="tnum absolute grid h-5 -translate-x-1/2 place-items-center rounded-full border bg-card px-1.5 text-2xs whitespace-nowrap text-fg-2"
      >
        <Figure open={links.last(to, from)} label={texts.timesLast(last, nameOf(from))}>
          {texts.times(last)}
        </Figure>
      </span>
    )
  })
}

type HeatStepProps = {
  step: StepFigures
  of: number
  heat: string | undefined
  current: boolean
  place: { left: string; top: number | undefined; width: string; height: number }
  onOpen: () => void
}

function HeatStep({ step, of, heat, current, place, onOpen }: HeatStepProps) {
  const Icon = ICONS[step.type]
  return (
    <li className="@container absolute" style={place}>
      <button
        type="button"
        data-step={step.id}
        aria-pressed={current}
        onClick={onOpen}
        className={cn(
          'flex size-full flex-col justify-between rounded-md border border-line-strong px-3 py-2 text-left shadow-xs',
          heat,
          current && 'ring-2 ring-(--focus-ring) ring-offset-2 ring-offset-(--board)',
        )}
      >
        <span className="flex w-full items-start gap-1.5">
          <Icon size={13} aria-hidden className="mt-px shrink-0" />
          <span className="sr-only">{texts.stepOf(step.n, of)}, </span>
          <span translate="no" className="line-clamp-2 text-sm leading-[1.15] font-medium wrap-anywhere">
            {step.name}
          </span>
        </span>
        <span className="tnum flex w-full items-baseline gap-2">
          {step.median_s !== null && (
            <span className="text-lg leading-none font-semibold whitespace-nowrap">{timeText(step.median_s)}</span>
          )}
          {/* Of a narrow step the panel says it. */}
          <span className="truncate text-xs @max-[150px]:sr-only">{noteOf(step)}</span>
        </span>
      </button>
    </li>
  )
}
