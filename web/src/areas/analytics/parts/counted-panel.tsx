import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { CountedRun, Overview } from '@throughline/contracts/analytics'
import { type Counted, FIGURES } from '@throughline/contracts/counted-figures'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { InstanceRow } from '@throughline/contracts/instances'
import type { TaskRow, TaskType } from '@throughline/contracts/tasks'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { isId } from '../../../shared/address-params.ts'
import { countedFilter } from '../../../shared/counted-filter.ts'
import { useZone } from '../../../shared/current-user.ts'
import { numberText } from '../../../shared/format/count.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { DAY, shortDate } from '../../../shared/format/time.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { instancesQuery } from '../../instances/instances.api.ts'
import { tasksQuery } from '../../tasks/tasks.api.ts'
import { runsQuery } from '../analytics.api.ts'
import { spec, texts } from '../analytics.texts.ts'
import { listPath } from '../counted.ts'
import { timeText } from './slow-tasks.tsx'

const words = texts.panel

/** One thing that was counted. */
type Item = { id: string; path: string; title: string; place: string; note?: string | undefined; end: ReactNode }

/** Without `figures` there are none of all workflows. */
type PanelProps = { counted: Counted; figures?: Overview; onClose: () => void }

/** Beside the figures: exactly what one of them counted, at the same moment. */
export function CountedPanel({ counted, figures, onClose }: PanelProps) {
  const list = FIGURES[counted.figure]
  usePageKeys(useMemo(() => [{ key: 'Escape', label: uiTexts.close, act: onClose }], [onClose]))
  if (list === 'workflows')
    return (
      figures && <Workflows counted={counted} health={figures.health} summary={figures.summary} onClose={onClose} />
    )
  if (list === 'instances') return <Instances counted={counted} onClose={onClose} />
  if (list === 'tasks') return <Tasks counted={counted} onClose={onClose} />
  return <Runs counted={counted} onClose={onClose} />
}

type ListProps = Omit<PanelProps, 'figures'>

function Workflows({ counted, health, summary, onClose }: ListProps & Pick<Overview, 'health' | 'summary'>) {
  const { value } = summary.active_workflows
  const items = health
    .filter(({ running }) => running > 0)
    .map(
      ({ workflow, running }): Item => ({
        id: workflow.id,
        path: `/workflows/${workflow.id}/analytics`,
        title: workflow.name,
        place: texts.running(running),
        end: null,
      }),
    )
  return (
    <Frame counted={counted} title={spec.active} count={numberText(value)} onClose={onClose}>
      <Items items={items} />
      {items.length < value && <p className="py-3 text-xs text-fg-3">{words.worstOf(items.length, value)}</p>}
    </Frame>
  )
}

function Instances({ counted, onClose }: ListProps) {
  const zone = useZone()
  const now = useNow()
  const { workflow, client } = counted.filter
  const query = useInfiniteQuery(instancesQuery({ sort: 'newest', workflow, client, ...countedFilter(counted.filter) }))
  const itemOf = (row: InstanceRow): Item => ({
    id: row.id,
    path: `/instances/${row.id}`,
    title: row.title || row.name,
    place: `${row.key} · ${row.template}`,
    note: row.completed_at ? undefined : row.current_step,
    end: shortDate(row.completed_at ?? row.created_at, zone, now),
  })
  return <Listed counted={counted} query={query} itemOf={itemOf} onClose={onClose} />
}

const TYPES = ['manual', 'approval', 'automated', 'query'] as const satisfies TaskType[]

function Tasks({ counted, onClose }: ListProps) {
  const { workflow, type = '', as_of = '' } = counted.filter
  const types = TYPES.filter((one) => type.split(',').includes(one))
  const query = useInfiniteQuery(
    tasksQuery({
      ...(isId<WorkflowId>(workflow) && { workflow }),
      ...(types.length > 0 && { type: types }),
      sort: 'dueDate',
      order: 'asc',
      ...countedFilter(counted.filter),
    }),
  )
  const itemOf = (row: TaskRow): Item => ({
    id: row.id,
    path: `/tasks/${row.id}`,
    title: row.name,
    place: `${row.workflow.name} · ${row.instance_name}`,
    note: row.completed_at
      ? undefined
      : row.assignee || row.queue
        ? words.waitingFor(row.assignee?.name ?? row.queue?.name ?? '')
        : words.unassigned,
    end: <Overdue row={row} asOf={as_of} />,
  })
  return <Listed counted={counted} query={query} itemOf={itemOf} onClose={onClose} />
}

function Overdue({ row, asOf }: { row: TaskRow; asOf: string }) {
  const zone = useZone()
  const now = useNow()
  const by = row.overdue_at ? Date.parse(asOf) - Date.parse(row.overdue_at) : -1
  if (!row.completed_at && by >= 0)
    return <span className="font-medium text-danger-fg">{words.overdueBy(Math.floor(by / DAY))}</span>
  return row.completed_at && shortDate(row.completed_at, zone, now)
}

const withId = (run: CountedRun) => ({ ...run, id: `${run.instance.id} ${run.step} ${run.round}` })
type RunPages = InfiniteData<{ data: readonly CountedRun[] }>
const withIds = ({ pages, pageParams }: RunPages) => ({
  pageParams,
  pages: pages.map(({ data }) => ({ data: data.map(withId) })),
})

function Runs({ counted, onClose }: ListProps) {
  const { days = '', ...filter } = counted.filter
  const query = useInfiniteQuery({ ...runsQuery({ days, ...filter }), select: withIds })
  const itemOf = (run: ReturnType<typeof withId>): Item => ({
    id: run.id,
    path: run.task_id ? `/tasks/${run.task_id}` : `/instances/${run.instance.id}`,
    title: run.name,
    place: `${run.workflow.name} · ${run.instance.name}`,
    note: run.issue ?? undefined,
    end: run.duration_s !== null && timeText(run.duration_s),
  })
  return <Listed counted={counted} query={query} itemOf={itemOf} onClose={onClose} />
}

type ListedProps<Row extends { id: string }> = ListProps & {
  query: UseInfiniteQueryResult<InfiniteData<{ data: readonly Row[] }>>
  itemOf: (row: Row) => Item
}

function Listed<Row extends { id: string }>({ counted, query, itemOf, onClose }: ListedProps<Row>) {
  const { rows, loading, hasMore, loadingMore, moreFailed, more, retry } = useListRows(query)
  const count = loading || !query.data ? undefined : hasMore ? words.atLeast(rows.length) : numberText(rows.length)
  return (
    <Frame counted={counted} title={texts.figures[counted.figure]} count={count} onClose={onClose}>
      {loading ? (
        <LoadingItems />
      ) : query.isError && rows.length === 0 ? (
        <QueryFailed query={query} title={words.failed} />
      ) : (
        <Items items={rows.map(itemOf)} />
      )}
      {hasMore && rows.length > 0 && (
        <Button block busy={loadingMore} className="mt-3" onClick={moreFailed ? retry : more}>
          {words.more}
        </Button>
      )}
    </Frame>
  )
}

const LoadingItems = () => (
  <Loading label={words.loading} className="flex flex-col gap-5 p-1">
    {[64, 48, 72, 56].map((width) => (
      <div key={width} className="flex flex-col gap-2">
        <span style={{ width: `${width}%` }}>
          <Skeleton className="h-3.5" />
        </span>
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </Loading>
)

/** How what a figure counted is ordered. */
const orderOf = ({ figure }: Counted) =>
  figure === 'overdue'
    ? words.due
    : { workflows: words.worst, tasks: words.earliest, instances: words.newest, runs: words.newest }[FIGURES[figure]]

type FrameProps = ListProps & { title: string; count: string | undefined; children: ReactNode }

function Frame({ counted, title, count, onClose, children }: FrameProps) {
  const zone = useZone()
  const now = useNow()
  const body = useRef<HTMLDivElement>(null)
  // By keys one comes from the figure into what it counted.
  useEffect(() => body.current?.closest('aside')?.focus(), [])
  const path = listPath(counted)
  const { as_of = '' } = counted.filter
  return (
    <Panel
      title={count === undefined ? title : `${title} ${count}`}
      onClose={onClose}
      {...(path && {
        actions: (
          <PathLink path={path} className={buttonClass({ size: 'sm', className: 'mr-1' })}>
            {words.openList}
          </PathLink>
        ),
      })}
    >
      <div ref={body}>
        <p className="-mx-4 -mt-4 mb-1 border-b bg-surface-2 px-4 py-2 text-xs text-fg-2">
          {words.as(momentWithin(as_of, zone, now))} {orderOf(counted)}
        </p>
        {children}
      </div>
    </Panel>
  )
}

function Items({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return <p className="py-6 text-center text-fg-3">{words.nothing}</p>
  return (
    <ul className="divide-y">
      {items.map(({ id, path, title, place, note, end }) => (
        <li key={id} className="flex items-start gap-3 py-2.5">
          <span translate="no" className="min-w-0 flex-1">
            <PathLink path={path} className="block truncate rounded-xs font-medium hover:underline">
              {title}
            </PathLink>
            <span className="block truncate text-xs text-fg-3">{place}</span>
            {note && <span className="mt-0.5 block truncate text-xs text-fg-2">{note}</span>}
          </span>
          <span className="tnum text-xs whitespace-nowrap text-fg-2">{end}</span>
        </li>
      ))}
    </ul>
  )
}
