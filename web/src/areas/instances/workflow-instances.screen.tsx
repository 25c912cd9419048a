import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { InstanceRow } from '@throughline/contracts/instances'
import { Workflow } from 'lucide-react'
import { type ComponentProps, useCallback, useMemo, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListLoading } from '../../shared/list-page/list-loading.tsx'
import { ListBody, ListFailed, ListFresh } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { buttonClass } from '../../ui/button-style.ts'
import { Empty } from '../../ui/empty.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { type InstanceFilter, startFormQuery, workflowInstancesQuery } from './instances.api.ts'
import { spec, texts } from './instances.texts.ts'
import { Bulk } from './list/bulk.tsx'
import { InstanceDialogs } from './list/instance-dialogs.tsx'
import { InstanceLines } from './list/instance-lines.tsx'
import { InstanceMenu } from './list/instance-menu.tsx'
import { NoInstances } from './list/no-instances.tsx'
import { type InstanceDialog, type Subject, useRights } from './list/rights.ts'
import { useInstanceActs } from './list/use-instance-acts.ts'
import { WorkflowHeader } from './list/workflow-header.tsx'
import {
  TABS,
  type Tab,
  type WorkflowInstancesSearch,
  workflowInstancesSearch,
} from './list/workflow-instances-search.ts'
import { LazyStartManyPanel, LazyStartPanel } from './start/lazy-start-panel.tsx'
import type { StartForm } from './start/use-start.ts'

const listTexts = { label: texts.ofWorkflow, loading: texts.loading, failed: spec.loadFailed }

export function WorkflowInstancesScreen() {
  const user = useCurrentUser()
  const { workflowId = '' } = useParams({ strict: false })
  const query = useQuery(startFormQuery(workflowId))
  if (!user) return null
  if (query.data) return <OfWorkflow key={workflowId} user={user} form={query.data} />
  if (query.isPending)
    return (
      <div className="flex h-full flex-col">
        <ListLoading label={texts.loading} />
      </div>
    )
  const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <div className="flex h-full flex-col">
      <h1 tabIndex={-1} className="sr-only">
        {texts.ofWorkflow}
      </h1>
      {missing ? <NoWorkflow /> : <ListFailed query={query} texts={listTexts} />}
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

function useAddress(workflowId: string) {
  const { tab: chosen, trash = false, panel } = workflowInstancesSearch(useSearch({ strict: false }))
  const tab: Tab = chosen ?? 'all'
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
  return { tab, trash, panel, change }
}

type BesideProps = ComponentProps<typeof LazyStartManyPanel> &
  Omit<ComponentProps<typeof LazyStartPanel>, 'workflowId'> & { panel: WorkflowInstancesSearch['panel'] }

function Beside({ panel, user, form, onClose, onStarted }: BesideProps) {
  const { id } = form.workflow
  if (panel === 'table') return <LazyStartManyPanel form={form} onClose={onClose} onStarted={onStarted} />
  return panel && <LazyStartPanel user={user} workflowId={id} onClose={onClose} onStarted={onStarted} />
}

function OfWorkflow({ user, form }: { user: CurrentUser; form: StartForm }) {
  const { id: workflowId, name } = form.workflow
  usePageTitle(texts.instancesOf(name))
  const { tab, trash, panel, change } = useAddress(workflowId)
  const [dialog, openDialog] = useState<InstanceDialog>()
  const rights = useRights(user)
  const acts = useInstanceActs()

  const filter: InstanceFilter = useMemo(
    () => ({ sort: 'newest', trash, ...(tab !== 'all' && { status: [tab] }) }),
    [tab, trash],
  )
  const query = useInfiniteQuery(workflowInstancesQuery(workflowId, filter))
  const found = useListRows(query, JSON.stringify(filter))
  const list = useList(found, { selectable: rights.manage })
  const counts = query.data?.pages[0]?.counts
  const { refetch } = query
  const refresh = useCallback(() => void refetch(), [refetch])
  const menu = useCallback(
    (instance: InstanceRow) => <InstanceMenu instance={instance} rights={rights} acts={acts} onAsk={openDialog} />,
    [rights, acts],
  )
  const onDelete = useCallback((instance: Subject) => openDialog({ kind: 'delete', instance }), [])
  const beside = rights.manage && (panel === 'add' || form.can_start) ? panel : undefined
  const add = () => change({ panel: 'add' }, false)
  const close = useCallback(() => change({ panel: undefined }), [change])

  const content = (
    <ListBody
      list={list}
      texts={listTexts}
      empty={
        <NoInstances
          ofWorkflow
          search={trash ? { trash } : {}}
          filtered={tab !== 'all'}
          onReset={() => change({ tab: undefined })}
          onAdd={rights.manage ? add : undefined}
        />
      }
    >
      <InstanceLines list={list} menu={menu} onDelete={rights.remove ? onDelete : undefined} />
    </ListBody>
  )
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="relative flex min-w-0 flex-1 flex-col">
        <WorkflowHeader
          form={form}
          age={{ at: query.dataUpdatedAt, failed: query.isRefetchError, busy: query.isRefetching }}
          onRefresh={refresh}
          trash={trash}
          onTrash={(on) => {
            list.selection.clear()
            change({ trash: on || undefined })
          }}
          onAdd={rights.manage ? add : undefined}
          beside={beside}
          fresh={<ListFresh list={list} label={texts.showFresh} />}
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
        <Bulk list={list} trash={trash} rights={rights} acts={acts} />
      </div>
      <Beside panel={beside} user={user} form={form} onClose={close} onStarted={found.welcome} />
      <InstanceDialogs dialog={dialog} acts={acts} scroller={list.scroller} onClose={() => openDialog(undefined)} />
    </div>
  )
}
