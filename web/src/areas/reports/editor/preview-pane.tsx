import type { ReportProblem } from '@throughline/contracts/reports'
import { ChartColumn, CircleAlert, Play, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { chartPlan, ResultChart } from '../parts/result-chart.tsx'
import { RowsTable } from '../parts/rows-table.tsx'
import { repairOf } from '../query-text.ts'
import type { PreviewAnswer } from '../reports.api.ts'
import { editorTexts as texts } from '../reports.texts.ts'

/** How far the preview of a query is. */
export type PreviewState = { busy: boolean; failed: string | undefined; answer: PreviewAnswer | undefined }

type PreviewPaneProps = { query: string; preview: PreviewState; onRun: () => void; onRepair: (query: string) => void }

/** The first rows of the query as they would be for this person, or what is wrong with it. */
export function PreviewPane({ query, preview: { busy, failed, answer }, onRun, onRepair }: PreviewPaneProps) {
  const [form, setForm] = useState<'rows' | 'chart'>('rows')
  const problem = answer?.problem
  const drawable = answer !== undefined && chartPlan(answer.columns, answer.rows) !== undefined
  const note = busy
    ? texts.previewing
    : answer && !problem
      ? texts.rows(answer.rows.length, answer.more)
      : failed || problem
        ? ''
        : texts.notRun
  return (
    <div className="flex min-h-0 flex-[0_0_42%] flex-col border-t">
      {problem && <ProblemStrip query={query} problem={problem} onRepair={onRepair} />}
      {failed && (
        <p role="alert" className="flex items-center gap-2 bg-danger-bg px-4 py-2 text-sm text-danger-fg">
          <CircleAlert size={15} aria-hidden />
          {failed}
        </p>
      )}
      <div className="flex h-10 shrink-0 items-center gap-2 border-b px-4">
        <h3 className="text-sm font-medium">{texts.preview}</h3>
        <output className="text-sm text-fg-3">{note}</output>
        <span className="flex-1" />
        {drawable && (
          <Segmented
            label={texts.result}
            value={form}
            onChange={setForm}
            items={[
              { value: 'rows', label: texts.asRows, icon: Table2 },
              { value: 'chart', label: texts.asChart, icon: ChartColumn },
            ]}
          />
        )}
      </div>
      <PreviewBody busy={busy} answer={answer} chart={form === 'chart' && drawable} onRun={onRun} />
    </div>
  )
}

type PreviewBodyProps = { busy: boolean; answer: PreviewAnswer | undefined; chart: boolean; onRun: () => void }

function PreviewBody({ busy, answer, chart, onRun }: PreviewBodyProps) {
  if (busy)
    return (
      <Loading label={texts.previewing} className="space-y-3 p-4">
        <Skeleton round className="h-3 w-11/12" />
        <Skeleton round className="h-3 w-3/4" />
        <Skeleton round className="h-3 w-5/6" />
      </Loading>
    )
  if (!answer)
    return (
      <div className="grid flex-1 place-items-center">
        <Button icon={Play} onClick={onRun}>
          {texts.previewFirst}
        </Button>
      </div>
    )
  if (answer.problem)
    return <p className="grid flex-1 place-items-center text-sm text-fg-3">{answer.sent ? '' : texts.noneSent}</p>
  if (answer.rows.length === 0)
    return <p className="grid flex-1 place-items-center text-sm text-fg-3">{texts.noRows}</p>
  return (
    <ScrollRegion label={texts.preview}>
      {chart ? (
        <div className="p-3">
          <ResultChart columns={answer.columns} rows={answer.rows} count={answer.rows.length} />
        </div>
      ) : (
        <RowsTable caption={texts.preview} columns={answer.columns} rows={answer.rows} />
      )}
    </ScrollRegion>
  )
}

type ProblemStripProps = { query: string; problem: ReportProblem; onRepair: (query: string) => void }

function ProblemStrip({ query, problem, onRepair }: ProblemStripProps) {
  const { line, message, hint } = problem
  const repair = repairOf(query, problem)
  return (
    <div role="alert" className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 bg-danger-bg px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm font-medium text-danger-fg">
          <CircleAlert size={15} aria-hidden />
          {texts.refusedAt(line, message)}
        </p>
        {hint && <p className="mt-0.5 pl-6 text-sm text-fg-2">{hint}</p>}
      </div>
      {repair && (
        <Button size="sm" onClick={() => onRepair(repair.query)}>
          {texts.repair(repair.name)}
        </Button>
      )}
    </div>
  )
}
