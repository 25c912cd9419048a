import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { type FocusEvent, lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useListRows } from '../../shared/use-list-rows.ts'
import { cn } from '../../ui/cn.ts'
import { FreshPill } from '../../ui/fresh-pill.tsx'
import { focusedRowId } from '../../ui/row-focus.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { instancesQuery } from './instances.api.ts'
import { texts } from './instances.texts.ts'
import { Bulk } from './list/bulk.tsx'
import { ListFailed } from './list/failed.tsx'
import { FilterStrip } from './list/filter-strip.tsx'
import { InstanceCards } from './list/instance-cards.tsx'
import { InstanceDialogs } from './list/instance-dialogs.tsx'
import { InstanceMenu } from './list/instance-menu.tsx'
import { InstanceTable } from './list/instance-table.tsx'
import { InstancesLoading } from './list/instances-loading.tsx'
import { ListHeader, type View } from './list/list-header.tsx'
import { Nothing } from './list/nothing.tsx'
import { PeekPanel } from './list/peek-panel.tsx'
import { type Asked, useRights } from './list/rights.ts'
import { USUAL } from './list/statuses-asked.ts'
import { useInstanceActs } from './list/use-instance-acts.ts'
import { type ListPage, useListAddress } from './list/use-list-address.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { PanelLoading } from './start/panel-loading.tsx'

const StartPanel = lazy(async () => ({ default: (await import('./start/start-panel.tsx')).StartPanel }))

const VIEW = 'tl.instances-view'
const STRIP = 'tl.instances-filters'
const PHONE = '(max-width: 759px)'

/** On a phone the list comes first. */
const stripShown = () => (readStored(STRIP) ?? (matchMedia(PHONE).matches ? 'hidden' : 'shown')) === 'shown'
const storedView = (): View => (readStored(VIEW) === 'grid' ? 'grid' : 'list')

const everything: ListPage = { to: '/all-instances', title: texts.allInstances, usual: USUAL }
const inProgress: ListPage = { to: '/in-progress-instances', title: texts.inProgress, usual: ['in_progress'] }

export function InstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={everything} />
}

export function InProgressInstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={inProgress} />
}

function Instances({ user, page }: { user: CurrentUser; page: ListPage }) {
  const { search, statuses, filter, change, reset, filtered, setStatuses } = useListAddress(page)
  const { instanceId, trash = false, view = storedView() } = search
  const [strip, setStrip] = useState(stripShown)
  const [asked, ask] = useState<Asked>()
  const scroller = useRef<HTMLElement>(null)
  const rights = useRights(user)
  const acts = useInstanceActs()

  const asks = statuses.length > 0
  const list = useInfiniteQuery({ ...instancesQuery(filter), enabled: asks })
  const found = useListRows(JSON.stringify(filter), list)
  const rows = asks ? found.rows : []
  const selection = useSelection(rows)
  const { refetch } = list
  const refresh = useCallback(() => void refetch(), [refetch])
  const showFresh = () => {
    found.showWaiting()
    if (scroller.current) scroller.current.scrollTop = 0
  }
  const peek = useCallback((id: string) => change({ instanceId: id, panel: undefined, of: undefined }, false), [change])
  const unpeek = useCallback(() => change({ instanceId: undefined }), [change])
  const closeStart = useCallback(() => change({ panel: undefined, of: undefined }), [change])
  const onKeyDown = useListKeys({
    scroller,
    cards: view === 'grid',
    selectable: rights.manage,
    selecting: selection.selected.length > 0,
    onSelectAll: selection.all,
    onUnselect: selection.clear,
    onRefresh: refresh,
    ...(!trash && { onPeek: peek }),
  })
  /** The open panel shows whatever row one moves to. */
  const onFocus = ({ target }: FocusEvent) => {
    const id = 'main' in (target instanceof HTMLElement ? target.dataset : {}) && focusedRowId(scroller.current)
    if (instanceId && id && id !== instanceId) change({ instanceId: id })
  }
  const menu = useCallback(
    (instance: InstanceRow) => (
      <InstanceMenu instance={instance} rights={rights} acts={acts} onAsk={ask} onPeek={peek} />
    ),
    [rights, acts, peek],
  )
  const starting = rights.manage && search.panel === 'add'
  const peeking = instanceId !== undefined && !starting && !trash
  const fresh = <FreshPill count={found.waiting} text={texts.fresh} label={texts.showFresh} onShow={showFresh} />
  const shared = {
    instances: rows,
    menu,
    selected: selection.chosen,
    current: instanceId,
    scroller,
    onNearEnd: found.more,
  }
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="relative flex min-w-0 flex-1 flex-col">
        <ListHeader
          title={page.title}
          count={list.isSuccess && asks && !list.hasNextPage ? rows.length : undefined}
          age={{ at: list.dataUpdatedAt, failed: list.isRefetchError, busy: list.isRefetching }}
          onRefresh={refresh}
          words={search.q ?? ''}
          onSearch={(q) => change({ q })}
          filters={strip}
          onFilters={(shown) => {
            writeStored(STRIP, shown ? 'shown' : 'hidden')
            setStrip(shown)
          }}
          view={view}
          onView={(next) => {
            writeStored(VIEW, next)
            change({ view: next })
          }}
          trash={trash}
          onTrash={(on) => {
            selection.clear()
            change({ trash: on || undefined, instanceId: undefined, status: undefined })
          }}
          narrow={starting || peeking}
          fresh={!strip && fresh}
        />
        {strip && (
          <FilterStrip
            filters={{ statuses, workflow: search.workflow, client: search.client, sort: filter.sort }}
            onChange={({ statuses: next, sort, ...choice }) => {
              if (next) setStatuses(next)
              else change({ ...choice, ...(sort && { sort: sort === 'newest' ? undefined : sort }) })
            }}
            onReset={filtered ? reset : undefined}
            sortable={!trash}
            known={{ workflow: rows[0]?.template, client: rows[0]?.metadata.customer }}
            fresh={fresh}
          />
        )}
        {found.loading && <InstancesLoading />}
        {list.isError && rows.length === 0 && <ListFailed list={list} />}
        {(!asks || found.none) && (
          <Nothing
            search={search}
            filtered={filtered}
            onReset={reset}
            onAdd={rights.manage ? () => change({ panel: 'add' }, false) : undefined}
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
            onFocus={onFocus}
            className={cn('@container min-h-0 flex-1 overflow-y-auto outline-none', view === 'grid' && 'bg-board')}
          >
            {view === 'grid' ? (
              <InstanceCards {...shared} onToggle={rights.manage ? selection.toggle : undefined} />
            ) : (
              <InstanceTable
                {...shared}
                onSelect={rights.manage ? selection.choose : undefined}
                trash={trash}
                total={list.hasNextPage ? -1 : rows.length}
              />
            )}
            {list.isFetchingNextPage && (
              <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>
            )}
            {selection.selected.length > 0 && <div aria-hidden className="h-18" />}
          </section>
        )}
        <Bulk selected={selection.selected} trash={trash} rights={rights} acts={acts} onClear={selection.clear} />
      </div>
      {peeking && (
        <PeekPanel
          key={instanceId}
          instanceId={instanceId}
          onDelete={(instance) => ask({ kind: 'delete', instance })}
          onClose={unpeek}
        />
      )}
      {starting && (
        <Suspense fallback={<PanelLoading onClose={closeStart} />}>
          <StartPanel
            user={user}
            workflowId={search.of}
            onWorkflow={(of) => change({ of })}
            onClose={closeStart}
            onStarted={found.welcome}
          />
        </Suspense>
      )}
      <InstanceDialogs
        asked={asked}
        acts={acts}
        scroller={scroller}
        onClose={() => ask(undefined)}
        onGone={(id) => id === instanceId && unpeek()}
      />
    </div>
  )
}
