import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Report } from '@throughline/contracts/reports'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { countdownText } from '../../../shared/format/duration.ts'
import { dateText } from '../../../shared/format/time.ts'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { useRunSeconds } from '../parts/run-clock.ts'
import { spec, texts } from '../reports.texts.ts'
import { mayChange, type useReportActs } from '../use-report-acts.ts'

type ColumnKey = 'name' | 'by' | 'created' | 'size' | 'status' | 'actions'
type ReportColumn = Column<Report, ColumnKey>
type Acts = ReturnType<typeof useReportActs>

const name: ReportColumn = {
  key: 'name',
  header: spec.columns.name,
  cell: ({ id, title, problem }) => (
    <span className="block min-w-0">
      <Link
        to="/reports/$reportId"
        params={{ reportId: id }}
        data-main
        translate="no"
        dir="auto"
        className="inset-focus row-target block truncate rounded-xs text-left font-medium"
      >
        {title}
      </Link>
      {problem && (
        <span title={problem} className="block truncate text-xs text-danger-fg">
          {problem}
        </span>
      )}
    </span>
  ),
}

const by: ReportColumn = {
  key: 'by',
  header: texts.createdBy,
  className: 'hidden @min-[1000px]:table-cell w-[170px]',
  cell: ({ created_by }) =>
    created_by && (
      <span translate="no" className="flex min-w-0 items-center gap-2 text-fg-2">
        <Avatar name={created_by.name} src={created_by.photo ?? undefined} />
        <span className="truncate">{created_by.name}</span>
      </span>
    ),
}

const created: ReportColumn = {
  key: 'created',
  header: spec.columns.created,
  className: 'hidden @min-[760px]:table-cell w-[126px]',
  cell: ({ created_at }) => <CreatedOn at={created_at} />,
}

/** The specification wants the day, also of today. */
const CreatedOn = ({ at }: { at: string }) => (
  <time translate="no" dateTime={at} className="tnum text-fg-2">
    {dateText(at, useZone())}
  </time>
)

const size: ReportColumn = {
  key: 'size',
  header: spec.columns.size,
  align: 'end',
  className: 'hidden @min-[560px]:table-cell w-[120px]',
  cell: ({ row_count }) => <span className="tnum">{row_count === null ? spec.noSize : spec.rows(row_count)}</span>,
}

const status: ReportColumn = {
  key: 'status',
  header: spec.columns.status,
  className: 'w-[130px] @min-[760px]:w-[240px]',
  cell: (report) => (
    <span className="grid">
      <Status report={report} />
    </span>
  ),
}

function Status({ report: { status, row_count, progress } }: { report: Report }) {
  if (progress) return <Running progress={progress} />
  if (status === 'failed') return <StatusPill plain status="failed" label={texts.statuses.failed} />
  if (row_count === null) return <StatusPill plain status="draft" label={texts.statuses.none} />
  return <StatusPill plain status="completed" label={texts.statuses.completed} />
}

function Running({ progress: { row_count, started_at, seconds } }: { progress: NonNullable<Report['progress']> }) {
  const used = useRunSeconds(started_at, seconds)
  return (
    <span className="block">
      <span className="flex items-center gap-2">
        <StatusPill plain status="in_progress" label={texts.statuses.processing} />
        <span className="tnum truncate text-xs text-fg-2 @max-[760px]:sr-only">
          {started_at === null ? texts.waiting : texts.soFar(row_count, countdownText(used))}
        </span>
      </span>
      <Progress
        label={texts.timeUsed}
        value={started_at === null ? null : (used / seconds) * 100}
        className="mt-1 max-w-52"
      />
    </span>
  )
}

const ghost = buttonClass({ variant: 'ghost', size: 'sm' })

function Actions({ report, user, acts }: { report: Report; user: CurrentUser; acts: Acts }) {
  const { id, title, status, row_count } = report
  const own = mayChange(user, report)
  return (
    <span className="relative z-(--z-sticky) inline-flex items-center gap-1">
      {status === 'processing' && (
        <Button variant="ghost" size="sm" aria-label={texts.stopOf(title)} onClick={() => void acts.stop(id)}>
          {texts.stop}
        </Button>
      )}
      {status === 'failed' && own && (
        <Link
          to="/reports/$reportId"
          params={{ reportId: id }}
          search={{ edit: true }}
          aria-label={texts.fixOf(title)}
          className={ghost}
        >
          <Pencil size={14} aria-hidden />
          {texts.fix}
        </Link>
      )}
      {status === 'completed' && (
        <>
          <Link to="/reports/$reportId" params={{ reportId: id }} aria-label={texts.viewOf(title)} className={ghost}>
            <Eye size={14} aria-hidden />
            {spec.view}
          </Link>
          <ExportMenu report={report} disabled={row_count === null} variant="ghost" />
        </>
      )}
      {own && <IconButton label={texts.deleteOf(title)} icon={Trash2} onClick={() => void acts.remove(report)} />}
    </span>
  )
}

const columnsFor = (user: CurrentUser, acts: Acts): ReportColumn[] => [
  name,
  by,
  created,
  size,
  status,
  {
    key: 'actions',
    header: spec.columns.actions,
    width: 230,
    align: 'end',
    cell: (report) => <Actions report={report} user={user} acts={acts} />,
  },
]

type ReportTableProps = { list: List<Report>; user: CurrentUser; acts: Acts; total: number | undefined }

export function ReportTable({ list, user, acts, total }: ReportTableProps) {
  const columns = useMemo(() => columnsFor(user, acts), [user, acts])
  return (
    <ListTable
      list={list}
      caption={spec.title}
      columns={columns}
      name={({ title }) => title}
      total={total}
      className="[--row-height:3.25rem] [&_tr]:relative"
    />
  )
}
