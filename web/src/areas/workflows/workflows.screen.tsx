import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TenantId } from '@throughline/contracts/ids'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import { Archive, SearchX, Trash2, Workflow } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { cardGrid, ListLoading } from '../../shared/list-page/list-loading.tsx'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { ListEnd } from '../../shared/list-page/list-table.tsx'
import { type List, useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { texts as trashTexts } from '../../shared/trash/trash.texts.ts'
import { TrashDialog } from '../../shared/trash/trash-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import type { EmptyProps } from '../../ui/empty.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { ListHeader } from './list/list-header.tsx'
import { useWorkflowActs, type WorkflowActs } from './list/use-workflow-acts.ts'
import { WorkflowCard as Card } from './list/workflow-card.tsx'
import { WorkflowMenu, type WorkflowQuestion } from './list/workflow-menu.tsx'
import { WorkflowTable } from './list/workflow-table.tsx'
import { type WorkflowsSearch, workflowsSearch } from './list/workflows-search.ts'
import { AccessDialog } from './parts/access-fields.tsx'
import { type AccessChoice, useWorkflowsRefresh, workflowCalls, workflowsQuery } from './workflows.api.ts'
import { spec, texts } from './workflows.texts.ts'

const AddPanel = lazyPart(
  () => import('./add/add-panel.tsx'),
  (module) => module.AddPanel,
)
const FirstWorkflow = lazyPart(
  () => import('./list/first-workflow.tsx'),
  (module) => module.default,
)

const VIEW = 'tl.workflows-view'

type NoWorkflowsProps = { search: WorkflowsSearch; onShowAll: () => void; onClearSearch: () => void }

function NoWorkflows({ search: { q, filter }, onShowAll, onClearSearch }: NoWorkflowsProps) {
  const { none } = texts
  const clear = <Button onClick={onClearSearch}>{none.clear}</Button>
  if (q) return <None icon={SearchX} title={none.search(q)} hint={none.searchHint} action={clear} />
  const action = <Button onClick={onShowAll}>{none.showAll}</Button>
  if (filter === 'trash') return <None icon={Trash2} title={none.trash} hint={none.trashHint} action={action} />
  if (filter === 'archived')
    return <None icon={Archive} title={none.archived} hint={none.archivedHint} action={action} />
  if (filter === 'active') return <None icon={Workflow} title={none.active} action={action} />
  return <None icon={Workflow} title={texts.empty.forViewers} hint={texts.empty.forViewersHint} />
}

const None = (props: EmptyProps) => <ListEmpty {...props} className="bg-board" />

/** Most people open a workflow next: the builder is fetched once its list is there and nothing else is to be done. */
function useBuilderAhead(isListed: boolean) {
  useEffect(() => {
    if (!isListed || !('requestIdleCallback' in window)) return undefined
    // Without a connection there is nothing to do: opening a workflow asks again.
    const id = requestIdleCallback(() => void import('./builder.screen.tsx').catch(() => undefined))
    return () => cancelIdleCallback(id)
  }, [isListed])
}

const storedView = () => (readStored(VIEW) === 'list' ? 'list' : 'cards')

export function WorkflowsScreen() {
  const user = useCurrentUser()
  return user ? <Workflows user={user} /> : null
}

/** What is shown stands in the address; `closed` is the same without the panel. */
function useWorkflowsSearch() {
  const search = workflowsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { panel: _, mode: __, ...closed } = search
  const go = (next: Record<string, unknown>, replace = true) =>
    void navigate({ to: '/workflows', search: workflowsSearch(next), replace })
  return { search, closed, go }
}

function Workflows({ user }: { user: CurrentUser }) {
  const { search, closed, go } = useWorkflowsSearch()
  const acts = useWorkflowActs()
  const { filter, sort, q } = search
  const view = search.view ?? storedView()
  const query = useInfiniteQuery(workflowsQuery({ status: filter ?? 'all', sort: sort ?? 'updated', search: q }))
  const list = useList(useListRows(query), { cards: view === 'cards' })
  useBuilderAhead(list.rows.length > 0)
  const count = query.data?.pages[0]?.count ?? undefined
  const [question, ask] = useState<WorkflowQuestion>()
  const rights = useMemo(() => rightsOf(user), [user])
  const adding = rights.edit && search.panel === 'add'
  const bare = list.none && !q && !filter && rights.edit

  const openPanel = (mode: 'form' | 'json' | 'copilot' = 'form') => go({ ...search, panel: 'add', mode }, adding)
  const closePanel = () => go(closed)
  const menu = useCallback(
    (workflow: WorkflowCard) => <WorkflowMenu workflow={workflow} rights={rights} acts={acts} onAsk={ask} />,
    [rights, acts],
  )
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      shape={view === 'cards' ? 'cards' : 'rows'}
      header={
        <ListHeader
          settings={{ filter: filter ?? 'all', sort: sort ?? 'updated', search: q ?? '', view }}
          onChange={({ search: sought = q, view: next, ...changes }) => {
            if (next) writeStored(VIEW, next)
            go({ ...search, ...changes, q: sought, view: next ?? search.view })
          }}
          count={count}
          bare={bare}
          narrow={adding}
          canAdd={rights.edit}
          onAdd={() => openPanel()}
        />
      }
      empty={
        bare ? (
          <Suspense fallback={<ListLoading label={texts.loading} shape="cards" />}>
            <FirstWorkflow onAdd={openPanel} />
          </Suspense>
        ) : (
          <NoWorkflows
            search={search}
            onShowAll={() => go({ ...closed, filter: undefined })}
            onClearSearch={() => go({ ...closed, q: undefined })}
          />
        )
      }
      panel={
        adding && (
          <Suspense fallback={<PanelLoading onClose={closePanel} />}>
            <AddPanel user={user} mode={search.mode ?? 'form'} onMode={openPanel} onClose={closePanel} />
          </Suspense>
        )
      }
      dialogs={
        <ListDialogs
          orgId={user.organization_id}
          question={question}
          acts={acts}
          scroller={list.scroller}
          onClose={() => ask(undefined)}
        />
      }
    >
      {view === 'cards' ? (
        <WorkflowCards list={list} menu={menu} mayStart={rights.start} />
      ) : (
        <WorkflowTable list={list} trash={filter === 'trash'} menu={menu} total={count} />
      )}
    </ListPage>
  )
}

const rightsOf = (user: CurrentUser) => ({
  start: can(user, 'instances.manage'),
  edit: can(user, 'workflows.publish'),
  access: can(user, 'workflows.visibility') && user.organization_id !== null,
  purge: can(user, 'trash.purge'),
})

type WorkflowCardsProps = { list: List<WorkflowCard>; menu: (workflow: WorkflowCard) => ReactNode; mayStart: boolean }

function WorkflowCards({ list, menu, mayStart }: WorkflowCardsProps) {
  return (
    <>
      <ul className={cardGrid}>
        {list.rows.map((workflow) => (
          <Card key={workflow.id} workflow={workflow} menu={menu(workflow)} mayStart={mayStart} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

function PanelLoading({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={spec.add} kind="work" onClose={onClose}>
      <Loading label={texts.loadingPanel}>{null}</Loading>
    </Panel>
  )
}

type ListDialogsProps = {
  orgId: TenantId | null
  question: WorkflowQuestion | undefined
  acts: WorkflowActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

type WorkflowAccessProps = { orgId: TenantId; workflow: WorkflowCard; onClose: () => void }

function WorkflowAccessDialog({ orgId, workflow: { id, name, access }, onClose }: WorkflowAccessProps) {
  const refresh = useWorkflowsRefresh()
  const save = async (choice: AccessChoice) => {
    const saved = await workflowCalls.setAccess(id, choice)
    void refresh()
    return saved
  }
  return <AccessDialog {...{ orgId, name, access, onClose }} note={texts.access.note} onSave={save} />
}

/** One at a time; each closes itself. */
function ListDialogs({ orgId, question, acts, scroller, onClose }: ListDialogsProps) {
  if (!question) return null
  const { kind, workflow } = question
  if (kind === 'access') return orgId && <WorkflowAccessDialog orgId={orgId} workflow={workflow} onClose={onClose} />
  const forever = kind === 'purge'
  return (
    <TrashDialog
      id={workflow.id}
      name={workflow.name}
      title={spec.askDelete}
      confirmLabel={forever ? texts.foreverNamed : texts.deleteNamed}
      scroller={scroller}
      onConfirm={() => (forever ? acts.purge(workflow) : acts.remove(workflow))}
      onClose={onClose}
    >
      {forever ? spec.deletingForever : trashTexts.trashing}
    </TrashDialog>
  )
}
