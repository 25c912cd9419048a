import type { WorkflowAnalytics } from '@throughline/contracts/analytics'
import { ON_TIME_GOAL } from '@throughline/contracts/analytics-lists'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import type { ReactNode } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { averageDuration } from '../../../shared/format/duration.ts'
import { texts } from '../analytics.texts.ts'
import { percentOf } from '../rates.ts'
import { Figure } from './figure.tsx'
import { Trend } from './trend.tsx'

const MS = 1000
const timeOf = (seconds: number) => averageDuration(seconds * MS)

type KeyFigureProps = { label: string; note?: ReactNode; children: ReactNode }

const KeyFigure = ({ label, note, children }: KeyFigureProps) => (
  <div className="min-w-0 border-l px-4 first:border-l-0 first:pl-0 @max-[820px]:px-3">
    <p className="truncate text-xs text-fg-3">{label}</p>
    <p className="tnum mt-0.5 text-lg font-semibold">{children}</p>
    <p className="truncate text-xs text-fg-3">{note}</p>
  </div>
)

function durationTrend(now: number, before: number | null) {
  if (before === null || now === before) return null
  const by = timeOf(Math.abs(now - before))
  return <Trend by={now - before} good={now < before} text={now < before ? texts.less(by) : texts.more(by)} />
}

type FiguresProps = { figures: WorkflowAnalytics; links: CountedLinks }

/** The five numbers above a workflow's steps. */
export function WorkflowFigures({ figures, links }: FiguresProps) {
  const { duration, median_before_s, on_time, first_on_time, moved, time, running, completed } = figures
  const [percent, first] = [percentOf(on_time), percentOf(first_on_time)]
  const waiting = time && percentOf({ count: time.waited_s, of: time.waited_s + time.worked_s + time.automated_s })
  return (
    <div className="grid grid-cols-5 rounded-lg border bg-card px-5 py-3.5 shadow-xs">
      <KeyFigure
        label={texts.medianDuration}
        note={duration ? durationTrend(duration.median_s, median_before_s) : texts.cases(completed)}
      >
        {duration ? timeOf(duration.median_s) : texts.none}
      </KeyFigure>
      <KeyFigure
        label={texts.onTime}
        note={
          on_time.of > 0 && (
            <Figure
              open={links.judged()}
              label={texts.openThese(texts.goalOf(on_time.count, on_time.of, ON_TIME_GOAL))}
            >
              {texts.goalOf(on_time.count, on_time.of, ON_TIME_GOAL)}
            </Figure>
          )
        }
      >
        {percent === undefined ? (
          texts.none
        ) : (
          <Figure
            open={links.onTime()}
            label={texts.openList(texts.onTime, texts.onTimeOf(percent, on_time.count, on_time.of))}
          >
            {texts.percentOf(percent)}
          </Figure>
        )}
      </KeyFigure>
      <KeyFigure label={texts.byOriginal} note={moved > 0 && texts.moved(moved)}>
        {first === undefined ? (
          texts.none
        ) : (
          <Figure
            open={links.onTimeFirst()}
            label={texts.openList(texts.byOriginal, texts.onTimeOf(first, first_on_time.count, first_on_time.of))}
          >
            {texts.percentOf(first)}
          </Figure>
        )}
      </KeyFigure>
      <KeyFigure
        label={texts.waitingShare}
        note={time && texts.workingTimes(timeOf(time.worked_s), timeOf(time.automated_s))}
      >
        {waiting === undefined || waiting === null ? texts.none : texts.percentOf(waiting)}
      </KeyFigure>
      <KeyFigure
        label={texts.runningNow}
        note={
          <Figure open={links.completed()} label={texts.openThese(texts.completedIn(completed))}>
            {texts.completedIn(completed)}
          </Figure>
        }
      >
        <Figure open={links.running()} label={texts.openList(texts.figures.running, numberText(running))}>
          {numberText(running)}
        </Figure>
      </KeyFigure>
    </div>
  )
}

/** One sentence: which branch decides when the instances end. */
export function DecidingBranch({ figures: { steps, links: ways, completed }, links }: FiguresProps) {
  const joins = ways.filter(({ last }) => last !== null && last > 0)
  const most = joins.toSorted((a, b) => (b.last ?? 0) - (a.last ?? 0))[0]
  if (!most || most.last === null) return null
  const nameOf = (id: string) => steps.find((step) => step.id === id)?.name ?? ''
  const branches = ways.filter(({ to, back }) => to === most.to && !back).length
  const { from, to, last } = most
  return (
    <p translate="no" className="mt-3 text-xs text-fg-2">
      {texts.decides(nameOf(to), branches)}
      <Figure open={links.last(to, from)} label={texts.decidesLabel(last, completed, nameOf(from))}>
        {texts.decidesCases(last, completed)}
      </Figure>
      {texts.decidesBy(nameOf(from))}
    </p>
  )
}
