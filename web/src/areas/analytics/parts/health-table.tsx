import { Link } from '@tanstack/react-router'
import type { WorkflowHealth } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { CircleCheck, Lock, OctagonAlert, TriangleAlert } from 'lucide-react'
import { use, useState } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { averageDuration } from '../../../shared/format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { spec, texts } from '../analytics.texts.ts'
import type { AnalyticsAddress } from '../analytics-address.ts'
import { percentOf } from '../rates.ts'
import { Head, numberCell, RowName, rowClass } from './cells.tsx'
import { ChartCard, NothingShown } from './chart-card.tsx'
import { DeadFigures, Figure } from './figure.tsx'

const STATES = {
  green: { icon: CircleCheck, className: 'text-success-fg', color: 'var(--viz-good)' },
  yellow: { icon: TriangleAlert, className: 'text-warning-fg', color: 'var(--viz-warn)' },
  red: { icon: OctagonAlert, className: 'text-danger-fg', color: 'var(--viz-bad)' },
}

function HealthState({ status }: Pick<WorkflowHealth, 'status'>) {
  if (status === null) return <span className="whitespace-nowrap text-fg-3">{texts.tooFew}</span>
  const { icon: Icon, className } = STATES[status]
  return (
    <span className={cn('flex items-center gap-1.5 whitespace-nowrap', className)}>
      <Icon size={14} aria-hidden />
      {texts.states[status]}
    </span>
  )
}

const durationOf = (seconds: number | null) => (seconds === null ? texts.none : averageDuration(seconds * 1000))

function OnTime({ row, links }: { row: WorkflowHealth; links: CountedLinks }) {
  const percent = percentOf(row.on_time)
  if (percent === undefined) return <span className="text-fg-3">{texts.none}</span>
  const { count, of } = row.on_time
  const label = texts.inWorkflow(texts.onTimeOf(percent, count, of), row.workflow.name)
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="relative h-1.5 min-w-8 flex-1 rounded-full bg-(--viz-track)">
        <span
          className="block h-full rounded-full"
          style={{ width: `${percent}%`, background: row.status ? STATES[row.status].color : 'var(--viz-rest)' }}
        />
        <span
          className="absolute -top-1 h-3.5 w-[1.5px] bg-fg-2"
          style={{ left: `${row.goal}%` }}
          title={texts.goal(row.goal)}
        />
      </span>
      <span className={cn(numberCell, 'w-10')}>
        <Figure open={links.onTime({ workflow: row.workflow.id })} label={label}>
          {texts.percentOf(percent)}
        </Figure>
      </span>
    </span>
  )
}

type HealthTableProps = { rows: readonly WorkflowHealth[]; links: CountedLinks; address: AnalyticsAddress }

function HealthRow({ row, links, address }: Omit<HealthTableProps, 'rows'> & { row: WorkflowHealth }) {
  const dead = use(DeadFigures)
  const { workflow, running, completed, before } = row
  const scope = { workflow: workflow.id }
  const label = (figure: string) => texts.inWorkflow(figure, workflow.name)
  const { range, hours } = address
  const previous = before && percentOf(before)
  return (
    <tr className={rowClass}>
      <RowName>
        {dead ? (
          workflow.name
        ) : (
          <Link
            to="/workflows/$workflowId/analytics"
            params={{ workflowId: workflow.id }}
            search={{ ...(range && { range }), ...(hours && { hours }) }}
            className="rounded-xs hover:underline"
          >
            {workflow.name}
          </Link>
        )}
        {row.limited && (
          <span className="relative ml-1.5 text-fg-3">
            <Lock size={12} aria-hidden className="inline" />
            <span className="sr-only">{texts.restricted}</span>
          </span>
        )}
      </RowName>
      <td className={cn(numberCell, 'text-fg-2')}>
        <Figure open={links.running(scope)} label={label(texts.runningCount(running))}>
          {numberText(running)}
        </Figure>
      </td>
      <td className={cn(numberCell, 'text-fg-2')}>
        <Figure open={links.completed(scope)} label={label(texts.completedCount(completed))}>
          {numberText(completed)}
        </Figure>
      </td>
      <td className="pl-8! @max-[780px]:pl-4!">
        <OnTime row={row} links={links} />
      </td>
      <td className={cn(numberCell, 'text-fg-3 @max-[780px]:hidden')}>
        {previous === undefined || previous === null ? texts.none : texts.percentOf(previous)}
      </td>
      <td className={cn(numberCell, 'whitespace-nowrap text-fg-2')}>{durationOf(row.average_s)}</td>
      <td className={cn(numberCell, 'whitespace-nowrap text-fg-2 @max-[980px]:hidden')}>{durationOf(row.median_s)}</td>
      <td className="pl-6!">
        <HealthState status={row.status} />
      </td>
    </tr>
  )
}

const FIRST = 12

export function HealthTable({ rows, links, address }: HealthTableProps) {
  const [all, setAll] = useState(false)
  const { columns } = texts
  return (
    <ChartCard title={spec.health} note={texts.healthNote} className="mt-3">
      {rows.length === 0 ? (
        <NothingShown>{spec.none.health}</NothingShown>
      ) : (
        <div className="overflow-x-auto pb-1.5">
          <table className="w-full text-sm">
            <caption className="sr-only">{spec.health}</caption>
            <thead>
              <tr>
                <Head>{columns.workflow}</Head>
                <Head right>{columns.running}</Head>
                <Head right>{columns.completed}</Head>
                <Head className="w-[270px] pl-8! @max-[780px]:w-[150px] @max-[780px]:pl-4!">{columns.onTime}</Head>
                <Head right className="@max-[780px]:hidden">
                  {columns.previous}
                </Head>
                <Head right>{columns.average}</Head>
                <Head right className="@max-[980px]:hidden">
                  {columns.median}
                </Head>
                <Head className="pl-6!" sort="descending">
                  {columns.status}
                </Head>
              </tr>
            </thead>
            <tbody>
              {(all ? rows : rows.slice(0, FIRST)).map((row) => (
                <HealthRow key={row.workflow.id} row={row} links={links} address={address} />
              ))}
            </tbody>
          </table>
          {!all && rows.length > FIRST && (
            <Button variant="ghost" size="sm" className="mt-1 ml-2" onClick={() => setAll(true)}>
              {texts.showAll(rows.length)}
            </Button>
          )}
        </div>
      )}
    </ChartCard>
  )
}
