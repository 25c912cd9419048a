import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { InstanceRow } from '@throughline/contracts/instances'
import { Workflow } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useListRows } from '../../shared/use-list-rows.ts'
import { buttonClass } from '../../ui/button-style.ts'
import { Empty } from '../../ui/empty.tsx'
import { FreshPill } from '../../ui/fresh-pill.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { type InstanceFilter, startFormQuery, workflowInstancesQuery } from './instances.api.ts'
import { spec, texts } from './instances.texts.ts'
import { Bulk } from './list/bulk.tsx'
import { ListFailed } from './list/failed.tsx'
import { InstanceDialogs } from './list/instance-dialogs.tsx'
import { InstanceLines } from './list/instance-lines.tsx'
import { InstanceMenu } from './list/instance-menu.tsx'
import { InstancesLoading } from './list/instances-loading.tsx'
import { Nothing } from './list/nothing.tsx'
import { type Asked, type Subject, useRights } from './list/rights.ts'
import { useInstanceActs } from './list/use-instance-acts.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { WorkflowHeader } from './list/workflow-header.tsx'
import { TABS, type WorkflowInstancesSearch, workflowInstancesSearch } from './list/workflow-instances-search.ts'
import { PanelLoading } from './start/panel-loading.tsx'
import type { StartForm } from './start/use-start.ts'

const StartPanel = lazy(async () => ({ default: (await import('./start/start-panel.tsx')).StartPanel }))

export function WorkflowInstancesScreen() {
  const user = useCurrentUser()
  const { workflowId = '' } = useParams({ strict: false })
  const asked = useQuery(startFormQuery(workflowId))
  if (!user) return null
  if (asked.data) return <OfWorkflow key={workflowId} user={user} form={asked.data} />
  if (asked.isPending)
    return (
      <div className="flex h-full flex-col">
        <InstancesLoading />
      </div>
    )
  const missing = asked.error instanceof ApiError && [400, 404].includes(asked.error.status)
  return (
    <div className="flex h-full flex-col">
      <h1 tabIndex={-1} className="sr-only">
        {texts.ofWorkflow}
      </h1>
      {missing ? <NoWorkflow /> : <ListFailed list={asked} />}
    </div>
  )
}

function NoWorkflow() {
  return (
    <div role="alert" className="grid flex-1 place-items-center pb-24">
      <Empty
        icon={Workflow}
        title={spec.noWorkflow}
        action={
          <Link to="/workflows" className={buttonClass()}>
            {texts.empty.allWorkflows}
          </Link>
        }
      />
    </div>
  )
}

type Changes = { [Name in keyof WorkflowInstancesSearch]?: WorkflowInstancesSearch[Name] | undefined }

function OfWorkflow({ user, form }: { user: CurrentUser; form: StartForm }) {
  const { id: workflowId, name } = form.workflow
  usePageTitle(texts.instancesOf(name))
  const { tab = 'all', trash = false, panel } = workflowInstancesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Changes, replace = true) =>
      void navigate({
        to: '/workflows/$workflowId/instances',
        params: { workflowId },
        search: (old) => workflowInstancesSearch({ ...old, ...changes }),
        replace,
      }),
    [navigate, workflowId],
  )
  const [asked, ask] = useState<Asked>()
  const scroller = useRef<HTMLElement>(null)
  const rights = useRights(user)
  const acts = useInstanceActs()

  const filter: InstanceFilter = useMemo(
    () => ({ sort: 'newest', trash, ...(tab !== 'all' && { status: [tab] }) }),
    [tab, trash],
  )
  const list = useInfiniteQuery(workflowInstancesQuery(workflowId, filter))
  const found = useListRows(JSON.stringify(filter), list)
  const { rows } = found
  const selection = useSelection(rows)
  const counts = list.data?.pages[0]?.counts
  const { refetch } = list
  const refresh = useCallback(() => void refetch(), [refetch])
  const onKeyDown = useListKeys({
    scroller,
    selectable: rights.manage,
    selecting: selection.selected.length > 0,
    onSelectAll: selection.all,
    onUnselect: selection.clear,
    onRefresh: refresh,
  })
  const menu = useCallback(
    (instance: InstanceRow) => <InstanceMenu instance={instance} rights={rights} acts={acts} onAsk={ask} />,
    [rights, acts],
  )
  const onDelete = useCallback((instance: Subject) => ask({ kind: 'delete', instance }), [])
  const adding = rights.manage && panel === 'add'
  const add = () => change({ panel: 'add' }, false)
  const close = useCallback(() => change({ panel: undefined }), [change])
  const showFresh = () => {
    found.showWaiting()
    if (scroller.current) scroller.current.scrollTop = 0
  }

  const content = (
    <>
      {found.loading && <InstancesLoading />}
      {list.isError && rows.length === 0 && <ListFailed list={list} />}
      {found.none && (
        <Nothing
          search={trash ? { trash } : {}}
          filtered={tab !== 'all'}
          onReset={() => change({ tab: undefined })}
          onAdd={rights.manage ? add : undefined}
        />
      )}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one link in it to the next
        <section
          ref={scroller}
          tabIndex={-1}
          aria-label={texts.ofWorkflow}
          aria-busy={list.isPlaceholderData || undefined}
          onKeyDown={onKeyDown}
          className="@container min-h-0 flex-1 overflow-y-auto outline-none"
        >
          <InstanceLines
            instances={rows}
            menu={menu}
            selected={selection.chosen}
            onToggle={rights.manage ? selection.toggle : undefined}
            onDelete={rights.remove ? onDelete : undefined}
            scroller={scroller}
            onNearEnd={found.more}
          />
          {list.isFetchingNextPage && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
          {selection.selected.length > 0 && <div aria-hidden className="h-18" />}
        </section>
      )}
    </>
  )
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="relative flex min-w-0 flex-1 flex-col">
        <WorkflowHeader
          form={form}
          age={{ at: list.dataUpdatedAt, failed: list.isRefetchError, busy: list.isRefetching }}
          onRefresh={refresh}
          trash={trash}
          onTrash={(on) => {
            selection.clear()
            change({ trash: on || undefined })
          }}
          onAdd={rights.manage ? add : undefined}
          adding={adding}
          fresh={<FreshPill count={found.waiting} text={texts.fresh} label={texts.showFresh} onShow={showFresh} />}
        />
        <Tabs
          label={texts.status}
          value={tab}
          onChange={(next) => change({ tab: next === 'all' ? undefined : next })}
          items={TABS.map((value) => ({
            value,
            label: value === 'all' ? spec.all : spec.statuses[value],
            ...(counts && { count: counts[value] }),
            content: value === tab && content,
          }))}
          className="flex min-h-0 flex-1 flex-col *:[[role=tablist]]:px-4 *:[[role=tabpanel]]:flex *:[[role=tabpanel]]:min-h-0 *:[[role=tabpanel]]:flex-1 *:[[role=tabpanel]]:flex-col"
        />
        <Bulk selected={selection.selected} trash={trash} rights={rights} acts={acts} onClear={selection.clear} />
      </div>
      {adding && (
        <Suspense fallback={<PanelLoading onClose={close} />}>
          <StartPanel user={user} workflowId={workflowId} onClose={close} onStarted={found.welcome} />
        </Suspense>
      )}
      <InstanceDialogs asked={asked} acts={acts} scroller={scroller} onClose={() => ask(undefined)} />
    </div>
  )
}
