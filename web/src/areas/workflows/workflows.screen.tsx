import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { serverMessageOf } from '../../shared/server-message.ts'
import { cn } from '../../ui/cn.ts'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { Panel } from '../../ui/panel.tsx'
import { arrowStep, moveBetweenRows } from '../../ui/row-focus.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { ListDialogs } from './list/list-dialogs.tsx'
import { ListHeader } from './list/list-header.tsx'
import { Nothing } from './list/nothing.tsx'
import { useWorkflowActs } from './list/use-workflow-acts.ts'
import { useWorkflowList } from './list/use-workflow-list.ts'
import { WorkflowCards } from './list/workflow-cards.tsx'
import { type Asked, WorkflowMenu } from './list/workflow-menu.tsx'
import { WorkflowTable } from './list/workflow-table.tsx'
import { WorkflowsLoading } from './list/workflows-loading.tsx'
import { type WorkflowsSearch, workflowsSearch } from './list/workflows-search.ts'
import { spec, texts } from './workflows.texts.ts'

const AddPanel = lazy(async () => ({ default: (await import('./add/add-panel.tsx')).AddPanel }))
const FirstWorkflow = lazy(() => import('./list/first-workflow.tsx'))

const VIEW = 'tl.workflows-view'
const storedView = () => (readStored(VIEW) === 'list' ? 'list' : 'cards')

export function WorkflowsScreen() {
  const user = useCurrentUser()
  return user ? <Workflows user={user} /> : null
}

function Workflows({ user }: { user: CurrentUser }) {
  const search = workflowsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const acts = useWorkflowActs()
  const { list, workflows, more, none, loading, count } = useWorkflowList(search)
  const [asked, ask] = useState<Asked>()
  const scroller = useRef<HTMLElement>(null)
  const rights = useMemo(
    () => ({
      start: can(user, 'instances.manage'),
      edit: can(user, 'workflows.publish'),
      access: can(user, 'workflows.visibility') && user.organization_id !== null,
      purge: can(user, 'trash.purge'),
    }),
    [user],
  )
  const view = search.view ?? storedView()
  const adding = rights.edit && search.panel === 'add'
  const bare = none && !search.q && !search.filter && rights.edit

  const go = useCallback(
    (next: WorkflowsSearch, replace = true) =>
      void navigate({ to: '/workflows', search: workflowsSearch(next), replace }),
    [navigate],
  )
  const openPanel = (mode: 'form' | 'json' | 'copilot' = 'form') =>
    go(workflowsSearch({ ...search, panel: 'add', mode }), adding)
  const { panel: _, mode: __, ...closed } = search
  const closePanel = () => go(closed)
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.next, act: () => moveBetweenRows(scroller.current, 1) },
        { key: 'k', label: texts.previous, act: () => moveBetweenRows(scroller.current, -1) },
      ],
      [],
    ),
  )
  const onArrow = (event: KeyboardEvent) => {
    const by =
      event.target instanceof HTMLElement && 'main' in event.target.dataset && arrowStep(scroller.current, event.key)
    if (!by) return
    event.preventDefault()
    moveBetweenRows(scroller.current, by)
  }
  const menu = useCallback(
    (workflow: WorkflowCard) => <WorkflowMenu workflow={workflow} rights={rights} acts={acts} onAsk={ask} />,
    [rights, acts],
  )
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader
          shown={{ filter: search.filter ?? 'all', sort: search.sort ?? 'updated', words: search.q ?? '', view }}
          onChange={({ filter = search.filter, sort = search.sort, words: q = search.q, view: next }) => {
            if (next) writeStored(VIEW, next)
            go(workflowsSearch({ ...search, filter, sort, q, view: next ?? search.view }))
          }}
          count={count}
          bare={bare}
          narrow={adding}
          canAdd={rights.edit}
          onAdd={() => openPanel()}
        />
        {loading && <WorkflowsLoading />}
        {list.isError && workflows.length === 0 && (
          <div className="grid flex-1 place-items-center pb-24">
            <ErrorBlock
              title={spec.loadFailed}
              hint={serverMessageOf(list.error)}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </div>
        )}
        {bare && (
          <Suspense fallback={<WorkflowsLoading />}>
            <FirstWorkflow onAdd={openPanel} />
          </Suspense>
        )}
        {none && !bare && (
          <Nothing
            search={search}
            onShowAll={() => go({ ...closed, filter: undefined })}
            onClearSearch={() => go({ ...closed, q: undefined })}
          />
        )}
        {workflows.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from one link in it to the next
          <section
            ref={scroller}
            tabIndex={-1}
            aria-label={spec.title}
            aria-busy={list.isPlaceholderData || undefined}
            onKeyDown={onArrow}
            className={cn('@container min-h-0 flex-1 overflow-y-auto outline-none', view === 'cards' && 'bg-board')}
          >
            {view === 'cards' ? (
              <WorkflowCards workflows={workflows} menu={menu} scroller={scroller} onNearEnd={more} />
            ) : (
              <WorkflowTable
                workflows={workflows}
                trash={search.filter === 'trash'}
                menu={menu}
                total={list.hasNextPage ? (count ?? -1) : workflows.length}
                scroller={scroller}
                onNearEnd={more}
              />
            )}
            {list.isFetchingNextPage && (
              <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>
            )}
          </section>
        )}
      </div>
      {adding && (
        <Suspense
          fallback={
            <Panel title={spec.add} kind="work" onClose={closePanel}>
              <Loading label={texts.loadingPanel}>{null}</Loading>
            </Panel>
          }
        >
          <AddPanel user={user} mode={search.mode ?? 'form'} onMode={openPanel} onClose={closePanel} />
        </Suspense>
      )}
      <ListDialogs
        orgId={user.organization_id}
        asked={asked}
        acts={acts}
        scroller={scroller}
        onClose={() => ask(undefined)}
      />
    </div>
  )
}
