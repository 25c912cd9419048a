import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListFresh, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { instancesQuery } from './instances.api.ts'
import { spec, texts } from './instances.texts.ts'
import { Bulk } from './list/bulk.tsx'
import { FilterStrip } from './list/filter-strip.tsx'
import { InstanceCards } from './list/instance-cards.tsx'
import { InstanceDialogs } from './list/instance-dialogs.tsx'
import { InstanceMenu } from './list/instance-menu.tsx'
import { InstanceTable } from './list/instance-table.tsx'
import { ListHeader, type View } from './list/list-header.tsx'
import { Nothing } from './list/nothing.tsx'
import { PeekPanel } from './list/peek-panel.tsx'
import { type Asked, useRights } from './list/rights.ts'
import { useInstanceActs } from './list/use-instance-acts.ts'
import { type ListPlace, USUAL, useListAddress } from './list/use-list-address.ts'
import { PanelLoading } from './start/panel-loading.tsx'

const StartPanel = lazy(async () => ({ default: (await import('./start/start-panel.tsx')).StartPanel }))

const VIEW = 'tl.instances-view'
const STRIP = 'tl.instances-filters'
const PHONE = '(max-width: 759px)'

/** On a phone the list comes first. */
const stripShown = () => (readStored(STRIP) ?? (matchMedia(PHONE).matches ? 'hidden' : 'shown')) === 'shown'
const storedView = (): View => (readStored(VIEW) === 'grid' ? 'grid' : 'list')

const everything: ListPlace = { to: '/all-instances', title: texts.allInstances, usual: USUAL }
const inProgress: ListPlace = { to: '/in-progress-instances', title: texts.inProgress, usual: ['in_progress'] }

export function InstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={everything} />
}

export function InProgressInstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={inProgress} />
}

function Instances({ user, page }: { user: CurrentUser; page: ListPlace }) {
  const { search, statuses, filter, change, reset, filtered, setStatuses } = useListAddress(page)
  const { instanceId, trash = false, view = storedView() } = search
  const [strip, setStrip] = useState(stripShown)
  const [asked, ask] = useState<Asked>()
  const rights = useRights(user)
  const acts = useInstanceActs()

  const asks = statuses.length > 0
  const query = useInfiniteQuery({ ...instancesQuery(filter), enabled: asks })
  const found = useListRows(query, JSON.stringify(filter))
  const peek = useCallback((id: string) => change({ instanceId: id, panel: undefined, of: undefined }, false), [change])
  const list = useList(asks ? found : { ...found, rows: [], loading: false, none: true }, {
    selectable: rights.manage,
    cards: view === 'grid',
    current: instanceId,
    onFollow: useCallback((id: string) => change({ instanceId: id }), [change]),
    onPeek: trash ? undefined : peek,
  })
  const { refetch } = query
  const refresh = useCallback(() => void refetch(), [refetch])
  const unpeek = useCallback(() => change({ instanceId: undefined }), [change])
  const closeStart = useCallback(() => change({ panel: undefined, of: undefined }), [change])
  const menu = useCallback(
    (instance: InstanceRow) => (
      <InstanceMenu instance={instance} rights={rights} acts={acts} onAsk={ask} onPeek={peek} />
    ),
    [rights, acts, peek],
  )
  const starting = rights.manage && search.panel === 'add'
  const peeking = instanceId !== undefined && !starting && !trash
  const fresh = <ListFresh list={list} label={texts.showFresh} />
  return (
    <ListPage
      list={list}
      texts={{ label: texts.ofWorkflow, loading: texts.loading, failed: spec.loadFailed }}
      shape={view === 'grid' ? 'cards' : 'rows'}
      header={
        <ListHeader
          title={page.title}
          count={query.isSuccess && asks && !list.hasMore ? list.rows.length : undefined}
          age={{ at: query.dataUpdatedAt, failed: query.isRefetchError, busy: query.isRefetching }}
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
            list.selection.clear()
            change({ trash: on || undefined, instanceId: undefined, status: undefined })
          }}
          narrow={starting || peeking}
          fresh={!strip && fresh}
        />
      }
      filters={
        strip && (
          <FilterStrip
            filters={{ statuses, workflow: search.workflow, client: search.client, sort: filter.sort }}
            onChange={({ statuses: next, sort, ...choice }) => {
              if (next) setStatuses(next)
              else change({ ...choice, ...(sort && { sort: sort === 'newest' ? undefined : sort }) })
            }}
            onReset={filtered ? reset : undefined}
            sortable={!trash}
            known={{ workflow: list.rows[0]?.template, client: list.rows[0]?.metadata.customer }}
            fresh={fresh}
          />
        )
      }
      empty={
        <Nothing
          search={search}
          filtered={filtered}
          onReset={reset}
          onAdd={rights.manage ? () => change({ panel: 'add' }, false) : undefined}
        />
      }
      bulk={<Bulk list={list} trash={trash} rights={rights} acts={acts} />}
      panel={
        <>
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
        </>
      }
      dialogs={
        <InstanceDialogs
          asked={asked}
          acts={acts}
          scroller={list.scroller}
          onClose={() => ask(undefined)}
          onGone={(id) => id === instanceId && unpeek()}
        />
      }
    >
      {view === 'grid' ? (
        <InstanceCards list={list} menu={menu} />
      ) : (
        <InstanceTable list={list} menu={menu} trash={trash} />
      )}
    </ListPage>
  )
}
