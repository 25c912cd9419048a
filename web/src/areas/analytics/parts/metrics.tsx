import type { Overview, Share } from '@throughline/contracts/analytics'
import { ON_TIME_GOAL } from '@throughline/contracts/analytics-lists'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import type { ReactNode } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { DAY } from '../../../shared/format/time.ts'
import { spec, texts } from '../analytics.texts.ts'
import { percentOf, pointsSince } from '../rates.ts'
import { Figure } from './figure.tsx'
import { SampleMark } from './sample-mark.tsx'
import { Spark } from './spark.tsx'
import { Trend } from './trend.tsx'

type MetricProps = {
  label: string
  /** Undefined: there was nothing to count. */
  value: string | undefined
  unit?: string
  open: string
  series: readonly (number | null)[]
  trend?: ReactNode
  note: ReactNode
}

function Metric({ label, value, unit = '', open, series, trend, note }: MetricProps) {
  const known = series.filter((one) => one !== null)
  const [first, last] = [known[0], known.at(-1)]
  return (
    <section aria-label={label} className="card relative rounded-lg border bg-card px-4 py-3 shadow-xs">
      <h2 className="text-sm font-normal text-fg-2">{label}</h2>
      <div className="mt-1 flex h-9 items-end justify-between gap-2">
        <p className="tnum text-2xl font-semibold tracking-(--track-tighter)">
          {value === undefined ? (
            <span className="text-fg-3">{texts.none}</span>
          ) : (
            <Figure open={open} label={texts.openList(label, `${value}${unit}`)}>
              <span translate="no">{value}</span>
              {unit && <span className="text-lg font-medium text-fg-3">{unit}</span>}
            </Figure>
          )}
        </p>
        {value !== undefined && first !== undefined && last !== undefined && (
          <Spark series={series} label={texts.spark(label, `${first}${unit}`, `${last}${unit}`)} />
        )}
      </div>
      <p className="mt-1.5 flex items-center gap-1.5 truncate text-xs">
        {value === undefined ? (
          <span className="text-fg-3">{texts.nothingYet}</span>
        ) : (
          <>
            {trend}
            <span className="truncate text-fg-3">{note}</span>
          </>
        )}
      </p>
      <SampleMark />
    </section>
  )
}

const signed = (by: number, words: (by: number) => string) => {
  if (by === 0) return texts.unchanged
  return by > 0 ? texts.up(words(by)) : texts.down(words(-by))
}

/** `rising`: whether more is good; undefined: neither. */
const countTrend = (now: number, before: number | null, rising?: boolean) =>
  before !== null && (
    <Trend
      by={now - before}
      good={rising === undefined ? undefined : now > before === rising}
      text={signed(now - before, numberText)}
    />
  )

function rateTrend(share: Share & { before: Share | null }) {
  const points = pointsSince(share, share.before)
  return points !== undefined && <Trend by={points} good={points > 0} text={signed(points, texts.points)} />
}

export function Metrics({ figures, links }: { figures: Overview; links: CountedLinks }) {
  const { active_workflows, running, automation, overdue, client_on_time } = figures.summary
  // In a workspace without any work a zero would say more than is known.
  const anything = figures.health.length > 0 || overdue.value > 0
  const text = (share: Share) => percentOf(share)?.toString()
  const oldest = overdue.oldest_due
  const days = oldest === null ? 0 : Math.floor((Date.parse(figures.as_of) - Date.parse(oldest)) / DAY)
  const first = percentOf(client_on_time.first)
  return (
    <div className="grid grid-cols-4 gap-3 @max-[860px]:grid-cols-2">
      <Metric
        label={spec.active}
        value={anything ? numberText(active_workflows.value) : undefined}
        open={links.active()}
        series={active_workflows.series}
        trend={countTrend(active_workflows.value, active_workflows.before)}
        note={
          <Figure open={links.running()} label={texts.openThese(texts.running(running))}>
            {texts.running(running)}
          </Figure>
        }
      />
      <Metric
        label={spec.automation}
        value={text(automation)}
        unit={texts.percent}
        open={links.automated()}
        series={automation.series}
        trend={rateTrend(automation)}
        note={
          <Figure open={links.steps()} label={texts.openThese(texts.stepsOf(automation.count, automation.of))}>
            {texts.stepsOf(automation.count, automation.of)}
          </Figure>
        }
      />
      <Metric
        label={spec.overdue}
        value={anything ? numberText(overdue.value) : undefined}
        open={links.overdue()}
        series={overdue.series}
        trend={countTrend(overdue.value, overdue.before, false)}
        note={overdue.value > 0 && days > 0 && texts.oldest(days)}
      />
      <Metric
        label={spec.clientOnTime}
        value={text(client_on_time)}
        unit={texts.percent}
        open={links.clientOnTime()}
        series={client_on_time.series}
        trend={rateTrend(client_on_time)}
        note={
          <>
            <Figure
              open={links.clientJudged()}
              label={texts.openThese(texts.goalOf(client_on_time.count, client_on_time.of, ON_TIME_GOAL))}
            >
              {texts.goalOf(client_on_time.count, client_on_time.of, ON_TIME_GOAL)}
            </Figure>
            {first !== undefined && first !== percentOf(client_on_time) && (
              <>
                {' · '}
                <Figure open={links.clientOnTimeFirst()} label={texts.openThese(texts.byFirst(first))}>
                  {texts.byFirst(first)}
                </Figure>
              </>
            )}
          </>
        }
      />
    </div>
  )
}
