import type { Overview } from '@throughline/contracts/analytics'
import type { CountedLinks } from '@throughline/contracts/counted-figures'
import { useState } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { preciseDuration } from '../../../shared/format/duration.ts'
import { spec, texts } from '../analytics.texts.ts'
import { type Bar, Bars } from './bars.tsx'
import { FigureTable, Head, numberCell, RowName, rowClass, WorkflowCell } from './cells.tsx'
import { ChartCard, type Legend, NothingShown } from './chart-card.tsx'
import { Figure, useFigurePath } from './figure.tsx'

const { columns, parts } = texts

export const TIMES = { waiting: 'var(--viz-rest)', working: 'var(--viz-1)' }
export const TIMES_LEGEND: Legend = [
  [columns.waiting, TIMES.waiting],
  [columns.working, TIMES.working],
]

type SlowTask = Overview['slow_tasks'][number]
type SlowTasksProps = { rows: readonly SlowTask[]; links: CountedLinks }

export const timeText = (seconds: number) => preciseDuration(seconds * 1000, 0)
const keyOf = ({ workflow, step }: SlowTask) => `${workflow.id} ${step}`
const openOf = (links: CountedLinks, { workflow, step }: SlowTask) => links.runs({ workflow: workflow.id, step })

export function SlowTasks({ rows, links }: SlowTasksProps) {
  const [table, setTable] = useState(false)
  const pathOf = useFigurePath()
  const bars = rows.map((row): Bar => {
    const { name, workflow, runs, waited_s, worked_s } = row
    const time = timeText(waited_s + worked_s)
    return {
      key: keyOf(row),
      name,
      note: texts.slowOf(workflow.name, runs),
      path: pathOf(openOf(links, row)),
      figure: openOf(links, row),
      parts: [
        { value: waited_s, color: TIMES.waiting, word: parts.waiting, text: timeText(waited_s) },
        { value: worked_s, color: TIMES.working, word: parts.working, text: timeText(worked_s) },
      ],
      end: (
        <Figure open={openOf(links, row)} label={texts.slowLabel(name, time, runs)}>
          {time}
        </Figure>
      ),
    }
  })
  return (
    <ChartCard
      title={spec.slow}
      legend={table || rows.length === 0 ? undefined : TIMES_LEGEND}
      {...(rows.length > 0 && { table, onTable: setTable })}
    >
      {rows.length === 0 && <NothingShown>{spec.none.slow}</NothingShown>}
      {rows.length > 0 &&
        (table ? <SlowTable rows={rows} links={links} /> : <Bars bars={bars} nameWidth={196} endWidth={80} />)}
    </ChartCard>
  )
}

function SlowTable({ rows, links }: SlowTasksProps) {
  return (
    <FigureTable
      caption={spec.slow}
      className="pb-2"
      head={
        <>
          <Head>{columns.task}</Head>
          <Head>{columns.workflow}</Head>
          <Head right>{columns.runs}</Head>
          <Head right>{columns.waiting}</Head>
          <Head right>{columns.working}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={keyOf(row)} className={rowClass}>
          <RowName>{row.name}</RowName>
          <WorkflowCell>{row.workflow.name}</WorkflowCell>
          <td className={numberCell}>
            <Figure open={openOf(links, row)} label={texts.inWorkflow(texts.runs(row.runs), row.name)}>
              {numberText(row.runs)}
            </Figure>
          </td>
          <td className={numberCell}>{timeText(row.waited_s)}</td>
          <td className={numberCell}>{timeText(row.worked_s)}</td>
        </tr>
      ))}
    </FigureTable>
  )
}
