import type { StepFigures, WorkflowAnalytics } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { numberText } from '../../../shared/format/count.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../analytics.texts.ts'
import { FigureTable, Head, numberCell, RowName, rowClass } from './cells.tsx'
import { ChartCard } from './chart-card.tsx'
import { Figure } from './figure.tsx'
import { TIMES, TIMES_LEGEND, timeText } from './slow-tasks.tsx'
import { Trend } from './trend.tsx'

const { columns } = texts
const textOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? texts.none : timeText(seconds)

/** How much longer a step takes than in the version compared with. */
export function Change({ now, before }: { now: number | null; before: number | null | undefined }) {
  if (now === null || before === null || before === undefined) return <span className="text-fg-3">{texts.none}</span>
  const by = now - before
  if (Math.abs(by) < 60) return <Trend by={0} text={texts.unchanged} />
  const time = timeText(Math.abs(by))
  return <Trend by={by} good={by < 0} text={by < 0 ? texts.less(time) : texts.more(time)} />
}

function Times({ step, longest }: { step: StepFigures; longest: number }) {
  const { median_s, waited_s, worked_s } = step
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex h-3.5 min-w-8 flex-1">
        {median_s !== null && (
          <span className="flex min-w-[3px] gap-[2px]" style={{ width: `${(median_s / longest) * 100}%` }}>
            {(waited_s ?? 0) > 0 && (
              <span className="rounded-l-[3px]" style={{ flex: waited_s ?? 0, background: TIMES.waiting }} />
            )}
            <span className="min-w-[3px] rounded-r-[3px]" style={{ flex: worked_s ?? 0, background: TIMES.working }} />
          </span>
        )}
      </span>
      <span className={cn(numberCell, 'w-20 whitespace-nowrap')}>{textOf(median_s)}</span>
    </span>
  )
}

type StepsTableProps = {
  figures: WorkflowAnalytics
  links: CountedLinks
  current: string | undefined
  onStep: (id: string) => void
}

export function StepsTable({ figures: { steps, compare, completed }, links, current, onStep }: StepsTableProps) {
  const longest = Math.max(1, ...steps.map(({ median_s }) => median_s ?? 0))
  const sorted = steps.toSorted((a, b) => (b.median_s ?? -1) - (a.median_s ?? -1) || a.n - b.n)
  return (
    <ChartCard title={texts.steps} note={texts.stepsNote} legend={TIMES_LEGEND} className="mt-4">
      <FigureTable
        caption={texts.steps}
        head={
          <>
            <Head>{columns.step}</Head>
            <Head right>{columns.runs}</Head>
            <Head className="w-[34%] pl-6!" sort="descending">
              {columns.median}
            </Head>
            <Head right>{columns.under}</Head>
            {compare !== null && <Head right>{columns.version(compare)}</Head>}
            {compare !== null && <Head right>{columns.change}</Head>}
          </>
        }
      >
        {sorted.map((step) => (
          <tr key={step.id} className={cn(rowClass, step.id === current && 'bg-accent-subtle')}>
            <RowName>
              <span className="flex">
                <span className="tnum mr-2 font-normal text-fg-3">{step.n}</span>
                <button
                  type="button"
                  className="min-w-0 truncate rounded-xs hover:underline"
                  onClick={() => onStep(step.id)}
                >
                  {step.name}
                </button>
              </span>
            </RowName>
            <td className={numberCell}>
              <Figure open={links.runs({ step: step.id })} label={texts.inWorkflow(texts.runs(step.runs), step.name)}>
                {numberText(step.runs)}
              </Figure>
            </td>
            <td className="pl-6!">
              <Times step={step} longest={longest} />
            </td>
            <td className={cn(numberCell, 'whitespace-nowrap text-fg-2')}>{textOf(step.p90_s)}</td>
            {compare !== null && (
              <td className={cn(numberCell, 'whitespace-nowrap text-fg-3')}>{textOf(step.compared?.median_s)}</td>
            )}
            {compare !== null && (
              <td className="text-right text-xs">
                <Change now={step.median_s} before={step.compared?.median_s} />
              </td>
            )}
          </tr>
        ))}
      </FigureTable>
      <p className="border-t px-4 py-2.5 text-xs text-fg-3">
        {texts.cases(completed)}. {texts.fewNote}
      </p>
    </ChartCard>
  )
}
