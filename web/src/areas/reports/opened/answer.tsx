import { useQuery } from '@tanstack/react-query'
import { REPORT_LIMITS, type Report, type ReportRun } from '@throughline/contracts/reports'
import { FileDown, Table2 } from 'lucide-react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { Pager } from '../parts/pager.tsx'
import { ResultChart } from '../parts/result-chart.tsx'
import { RowsTable } from '../parts/rows-table.tsx'
import { rowsQuery } from '../reports.api.ts'
import { openedTexts as texts } from '../reports.texts.ts'

export type AnswerForm = 'both' | 'chart' | 'table'

type AnswerProps = {
  report: Pick<Report, 'id' | 'title' | 'xlsx'>
  run: ReportRun
  form: AnswerForm
  page: number
  onPage: (page: number) => void
}

const { rows_a_page } = REPORT_LIMITS

/** The rows of a completed run, drawn and as a table. */
export function Answer({ report, run, form, page, onPage }: AnswerProps) {
  if (run.background)
    return (
      <Card className="mx-auto w-[560px] max-w-full">
        <Empty
          icon={FileDown}
          title={texts.fileReady(run.row_count)}
          hint={texts.fileHint}
          action={<ExportMenu report={report} run={run} />}
        />
      </Card>
    )
  if (run.row_count === 0)
    return (
      <Card className="mx-auto w-[560px] max-w-full">
        <Empty icon={Table2} title={texts.emptyTitle} hint={texts.emptyHint} />
      </Card>
    )
  return <Rows report={report} run={run} form={form} page={page} onPage={onPage} />
}

function Rows({ report, run, form, page, onPage }: AnswerProps) {
  const first = useQuery(rowsQuery(report.id, run.id, 1))
  const shown = useQuery(rowsQuery(report.id, run.id, page))
  const query = shown.isError ? shown : first
  if (query.isError) return <QueryFailed query={query} title={texts.rowsFailed} />
  if (!first.data || !shown.data)
    return (
      <Loading label={texts.loadingRows} className="space-y-3">
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </Loading>
    )
  return (
    <div className="space-y-4">
      {form !== 'table' && <ResultChart columns={first.data.columns} rows={first.data.rows} count={first.data.count} />}
      {form !== 'chart' && (
        <Card className="overflow-hidden">
          <ScrollRegion label={texts.result} className="max-h-[70dvh]">
            <RowsTable
              caption={report.title}
              columns={shown.data.columns}
              rows={shown.data.rows}
              from={(page - 1) * rows_a_page}
            />
          </ScrollRegion>
          <div className="flex justify-end px-4 py-2 empty:hidden">
            <Pager page={page} pages={Math.min(1000, Math.ceil(run.row_count / rows_a_page))} onPage={onPage} />
          </div>
        </Card>
      )}
    </div>
  )
}
