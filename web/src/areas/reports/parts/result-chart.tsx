import type { ReportColumn } from '@throughline/contracts/reports'
import { type ReactNode, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { Metric } from '../../../ui/metric.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Bar, Bars } from '../../analytics/parts/bars.tsx'
import { ChartCard } from '../../analytics/parts/chart-card.tsx'
import { Spark } from '../../analytics/parts/spark.tsx'
import { openedTexts as texts } from '../reports.texts.ts'
import { cellText } from './cells.ts'
import { type Cells, RowsTable } from './rows-table.tsx'

/** Which columns are drawn, and how: those of numbers, over the first other one. */
export type ChartPlan =
  | { kind: 'number'; measures: number[] }
  | { kind: 'bars' | 'line'; over: number; measures: number[] }

const MAX_BARS = 24
const MONTH_OR_DAY = /^\d{4}-\d\d(-\d\d)?/

/** Moments in their own order, each once: as PostgreSQL prints them, they sort as texts. */
const isTimeline = (values: readonly (string | null | undefined)[]) =>
  values.every((value, at) => {
    const before = values[at - 1]
    return value != null && MONTH_OR_DAY.test(value) && (before == null || before < value)
  })

/** Nothing where the rows have no numbers, or nothing to draw them over. */
export function chartPlan(columns: readonly ReportColumn[], rows: readonly Cells[]): ChartPlan | undefined {
  const measures = columns.flatMap(({ type }, at) => (type === 'number' ? [at] : []))
  if (measures.length === 0 || rows.length === 0) return undefined
  const over = columns.findIndex(({ type }) => type !== 'number')
  const column = columns[over]
  if (!column) return rows.length === 1 ? { kind: 'number', measures } : undefined
  const drawnAsLine = rows.length > 2 && isTimeline(rows.map((row) => row[over]))
  return { kind: drawnAsLine ? 'line' : 'bars', over, measures }
}

const valueAt = (row: Cells, at: number): number => Number(row[at] ?? Number.NaN)

/** The rows that are drawn, and how many of these can't be: the table has them. `isCut`: others would follow. */
export function drawnRows(rows: readonly Cells[], kind: 'bars' | 'line', measure: number, count: number) {
  // A bar begins at zero and goes up; a line goes anywhere.
  const drawable = rows.filter((row) => valueAt(row, measure) >= (kind === 'bars' ? 0 : Number.NEGATIVE_INFINITY))
  const shown = kind === 'bars' ? drawable.slice(0, MAX_BARS) : drawable
  return {
    shown,
    undrawn: rows.length - drawable.length,
    isCut: shown.length < drawable.length || rows.length < count,
  }
}

type ResultChartProps = {
  columns: readonly ReportColumn[]
  rows: readonly Cells[]
  /** Of the whole answer. */
  count: number
}

/** An answer as bars, a line, or one number, with the same as a table. */
export function ResultChart({ columns, rows, count }: ResultChartProps) {
  const plan = chartPlan(columns, rows)
  const [chosen, setChosen] = useState<number>()
  const zone = useZone()
  if (!plan) return null
  if (plan.kind === 'number')
    return (
      <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-3">
        {plan.measures.map((at) => (
          <Metric
            key={at}
            label={columns[at]?.name ?? ''}
            value={<span translate="no">{columns[at] && cellText(rows[0]?.[at] ?? null, columns[at], zone)}</span>}
          />
        ))}
      </div>
    )
  const measure = plan.measures.find((at) => at === chosen) ?? plan.measures[0] ?? 0
  return (
    <Drawn columns={columns} rows={rows} count={count} kind={plan.kind} over={plan.over} measure={measure}>
      {plan.measures.length > 1 && (
        <Select
          quiet
          label={texts.measure}
          value={String(measure)}
          items={plan.measures.map((at) => ({ value: String(at), label: columns[at]?.name ?? '' }))}
          onChange={(next) => setChosen(Number(next))}
        />
      )}
    </Drawn>
  )
}

type DrawnProps = ResultChartProps & {
  kind: 'bars' | 'line'
  over: number
  measure: number
  children: ReactNode
}

function Drawn({ columns, rows, count, kind, over, measure, children }: DrawnProps) {
  const [table, setTable] = useState(false)
  const zone = useZone()
  const [name, by] = [columns[measure], columns[over]]
  if (!name || !by) return null
  const { shown, undrawn, isCut } = drawnRows(rows, kind, measure, count)
  const notes = [
    ...(isCut ? [texts.firstOf(shown.length, count)] : []),
    ...(undrawn > 0 ? [kind === 'bars' ? texts.notAsBars(undrawn) : texts.notOnLine(undrawn)] : []),
  ]
  const title = texts.chartTitle(name.name, by.name)
  const bars = shown.map(
    (row, at): Bar => ({
      key: String(at),
      name: cellText(row[over] ?? null, by, zone),
      parts: [{ value: valueAt(row, measure), color: 'var(--viz-1)', word: name.name }],
      end: <span translate="no">{cellText(row[measure] ?? null, name, zone)}</span>,
    }),
  )
  const ends = [shown[0], shown.at(-1)].map((row) => cellText(row?.[over] ?? null, by, zone))
  return (
    <ChartCard
      title={title}
      note={
        <>
          {!table && notes.join(' · ')}
          {children}
        </>
      }
      table={table}
      onTable={setTable}
    >
      {table && (
        <div className="max-h-96 overflow-auto">
          <RowsTable
            caption={title}
            columns={[by, name]}
            rows={rows.map((row) => [row[over] ?? null, row[measure] ?? null])}
          />
        </div>
      )}
      {!table && kind === 'bars' && <Bars bars={bars} nameWidth={220} endWidth={96} />}
      {!table && kind === 'line' && (
        <div translate="no" className="px-4 pt-1 pb-3">
          <Spark wide label={title} series={shown.map((row) => valueAt(row, measure))} />
          <div className="mt-1 flex justify-between text-xs text-fg-3">
            {ends.map((end, at) => (
              <span key={at === 0 ? 'first' : 'last'}>{end}</span>
            ))}
          </div>
        </div>
      )}
    </ChartCard>
  )
}
