import type { Overview } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { useState } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { spec, texts } from '../analytics.texts.ts'
import { percentOf } from '../rates.ts'
import { type Bar, Bars } from './bars.tsx'
import { FigureTable, Head, numberCell, RowName, rowClass, WorkflowCell } from './cells.tsx'
import { ChartCard, type Legend, NothingShown } from './chart-card.tsx'
import { Figure } from './figure.tsx'

const { columns, parts } = texts
const COLORS = { done: 'var(--viz-1)', manual: 'var(--viz-2)', automated: 'var(--viz-3)' }
const PERFORMANCE: Legend = [
  [columns.done, COLORS.done],
  [columns.pendingManual, COLORS.manual],
  [columns.pendingAutomated, COLORS.automated],
]
const BARS = 6

type ChartProps<K extends keyof Overview> = { figures: Overview[K]; links: CountedLinks }

type PerformanceRow = Overview['performance']['rows'][number]
const pendingOf = (row: PerformanceRow) => row.pending_manual + row.pending_automated

/** A chart's own page: that of the workflow, or of one of its steps. */
const pageOf = (workflow: { id: string }, step?: string) =>
  `/workflows/${workflow.id}/analytics${step ? `?${new URLSearchParams({ step }).toString()}` : ''}`

export function Performance({ figures: { rows, of }, links }: ChartProps<'performance'>) {
  const [table, setTable] = useState(false)
  const bars = rows.slice(0, BARS).map(
    (row): Bar => ({
      key: row.workflow.id,
      name: row.workflow.name,
      path: pageOf(row.workflow),
      parts: [
        { value: row.done, color: COLORS.done, word: parts.done },
        { value: row.pending_manual, color: COLORS.manual, word: parts.manual },
        { value: row.pending_automated, color: COLORS.automated, word: parts.automated },
      ],
      end: (
        <>
          <Figure
            open={links.pending({ workflow: row.workflow.id })}
            label={texts.inWorkflow(texts.pendingCount(pendingOf(row)), row.workflow.name)}
          >
            {numberText(pendingOf(row))}
          </Figure>{' '}
          <span className="text-xs text-fg-3">{texts.pendingOf(row.done + pendingOf(row))}</span>
        </>
      ),
    }),
  )
  return (
    <ChartCard
      title={spec.performance}
      legend={table || rows.length === 0 ? undefined : PERFORMANCE}
      {...(rows.length > 0 && { table, onTable: setTable })}
    >
      {rows.length === 0 && <NothingShown>{spec.none.performance}</NothingShown>}
      {rows.length > 0 &&
        (table ? <PerformanceTable rows={rows} links={links} /> : <Bars bars={bars} endWidth={128} />)}
      {of > BARS && !table && <p className="px-4 pb-3 text-xs text-fg-3">{texts.shownOf(bars.length, of)}</p>}
    </ChartCard>
  )
}

function PerformanceTable({ rows, links }: { rows: readonly PerformanceRow[]; links: CountedLinks }) {
  return (
    <FigureTable
      caption={spec.performance}
      className="pb-2"
      head={
        <>
          <Head>{columns.workflow}</Head>
          <Head right sort="descending">
            {columns.total}
          </Head>
          <Head right>{columns.done}</Head>
          <Head right>{columns.pendingManual}</Head>
          <Head right>{columns.pendingAutomated}</Head>
        </>
      }
    >
      {rows.map((row) => {
        const scope = { workflow: row.workflow.id }
        const cells = [
          [row.done, parts.done, links.done(scope)],
          [row.pending_manual, parts.manual, links.pendingManual(scope)],
          [row.pending_automated, parts.automated, links.pendingAutomated(scope)],
        ] as const
        return (
          <tr key={row.workflow.id} className={rowClass}>
            <RowName>{row.workflow.name}</RowName>
            <td className={numberCell}>{numberText(row.done + pendingOf(row))}</td>
            {cells.map(([value, word, open]) => (
              <td key={word} className={numberCell}>
                <Figure open={open} label={texts.inWorkflow(texts.part(numberText(value), word), row.workflow.name)}>
                  {numberText(value)}
                </Figure>
              </td>
            ))}
          </tr>
        )
      })}
    </FigureTable>
  )
}

const OUTCOMES = { success: 'var(--viz-good)', error: 'var(--viz-bad)' }
const AUTOMATIONS: Legend = [
  [columns.success, OUTCOMES.success],
  [columns.error, OUTCOMES.error],
]

type AutomationRow = Overview['automations']['rows'][number]
const scopeOf = ({ workflow, step }: AutomationRow) => ({ workflow: workflow.id, step })
const keyOf = ({ workflow, step }: AutomationRow) => `${workflow.id} ${step}`

export function Automations({ figures: { rows, of }, links }: ChartProps<'automations'>) {
  const [table, setTable] = useState(false)
  const bars = rows.slice(0, BARS).map((row): Bar => {
    const { workflow, step, name, success, error } = row
    const percent = percentOf({ count: success, of: success + error }) ?? 0
    return {
      key: keyOf(row),
      name,
      path: pageOf(workflow, step),
      parts: [
        { value: success, color: OUTCOMES.success, word: parts.success },
        { value: error, color: OUTCOMES.error, word: parts.error },
      ],
      end: (
        <>
          {texts.percentOf(percent)}{' '}
          <Figure
            open={links.errors(scopeOf(row))}
            label={texts.inWorkflow(texts.errors(error), name)}
            className="ml-1 text-xs text-fg-3"
          >
            {texts.errors(error)}
          </Figure>
        </>
      ),
    }
  })
  return (
    <ChartCard
      title={spec.automations}
      note={of > BARS && !table && texts.shownOf(bars.length, of)}
      legend={table || rows.length === 0 ? undefined : AUTOMATIONS}
      {...(rows.length > 0 && { table, onTable: setTable })}
    >
      {rows.length === 0 && <NothingShown>{spec.none.automations}</NothingShown>}
      {rows.length > 0 && (table ? <AutomationTable rows={rows} links={links} /> : <Bars bars={bars} endWidth={112} />)}
    </ChartCard>
  )
}

function AutomationTable({ rows, links }: { rows: readonly AutomationRow[]; links: CountedLinks }) {
  return (
    <FigureTable
      caption={spec.automations}
      className="pb-2"
      head={
        <>
          <Head>{columns.automation}</Head>
          <Head>{columns.workflow}</Head>
          <Head right sort="descending">
            {columns.total}
          </Head>
          <Head right>{columns.success}</Head>
          <Head right>{columns.error}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={keyOf(row)} className={rowClass}>
          <RowName>{row.name}</RowName>
          <WorkflowCell>{row.workflow.name}</WorkflowCell>
          <td className={numberCell}>{numberText(row.success + row.error)}</td>
          {(['success', 'error'] as const).map((kind) => (
            <td key={kind} className={numberCell}>
              <Figure
                open={kind === 'success' ? links.success(scopeOf(row)) : links.errors(scopeOf(row))}
                label={texts.inWorkflow(texts.part(numberText(row[kind]), parts[kind]), row.name)}
              >
                {numberText(row[kind])}
              </Figure>
            </td>
          ))}
        </tr>
      ))}
    </FigureTable>
  )
}
