import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { type ReactNode, useCallback, useState } from 'react'
import { CountedStrip } from '../../shared/counted-strip.tsx'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListFresh, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { instancesQuery } from './instances.api.ts'
import { spec, texts } from './instances.texts.ts'
import { Bulk } from './list/bulk.tsx'
import { exportInstances } from './list/export-instances.api.ts'
import { FilterStrip } from './list/filter-strip.tsx'
import { InstanceCards } from './list/instance-cards.tsx'
import { InstanceDialogs } from './list/instance-dialogs.tsx'
import { InstanceMenu } from './list/instance-menu.tsx'
import { InstanceTable } from './list/instance-table.tsx'
import { ListHeader, viewOf } from './list/list-header.tsx'
import { NoInstances } from './list/no-instances.tsx'
import { PeekPanel } from './list/peek-panel.tsx'
import { type InstanceDialog, type Subject, useRights } from './list/rights.ts'
import { useInstanceActs } from './list/use-instance-acts.ts'
import { type ListAddress, type ListRoute, USUAL, useListAddress } from './list/use-list-address.ts'
import { LazyStartPanel } from './start/lazy-start-panel.tsx'

const STRIP = 'tl.instances-filters'
const PHONE = '(max-width: 759px)'

/** On a phone the list comes first. */
const stripShown = () => (readStored(STRIP) ?? (matchMedia(PHONE).matches ? 'hidden' : 'shown')) === 'shown'
function useStrip() {
  const [strip, setStrip] = useState(stripShown)
  const show = (shown: boolean) => {
    writeStored(STRIP, shown ? 'shown' : 'hidden')
    setStrip(shown)
  }
  return [strip, show] as const
}

const everything: ListRoute = { to: '/all-instances', title: texts.allInstances, usual: USUAL }
const inProgress: ListRoute = { to: '/in-progress-instances', title: texts.inProgress, usual: ['in_progress'] }

export function InstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={everything} />
}

export function InProgressInstancesScreen() {
  const user = useCurrentUser()
  return user && <Instances user={user} page={inProgress} />
}

/** The list that the address asks for. Without a chosen status nothing is, so the server is not asked. */
function useInstances({ search, statuses, filter, change }: ListAddress, cards: boolean, selectable: boolean) {
  const enabled = statuses.length > 0
  const query = useInfiniteQuery({ ...instancesQuery(filter), enabled })
  const found = useListRows(query, JSON.stringify(filter))
  const peek = useCallback((id: string) => change({ instanceId: id, panel: undefined, of: undefined }, false), [change])
  const list = useList(enabled ? found : { ...found, rows: [], loading: false, none: true }, {
    selectable,
    cards,
    current: search.instanceId,
    onFollow: useCallback((id: string) => change({ instanceId: id }), [change]),
    onPeek: search.trash ? undefined : peek,
  })
  const count = query.isSuccess && enabled && !list.hasMore ? list.rows.length : undefined
  return { query, list, count, peek, welcome: found.welcome }
}

function Instances({ user, page }: { user: CurrentUser; page: ListRoute }) {
  const address = useListAddress(page)
  const { search, change, reset, filtered } = address
  const { instanceId, trash = false } = search
  const view = viewOf(search)
  const [strip, showStrip] = useStrip()
  const [dialog, openDialog] = useState<InstanceDialog>()
  const rights = useRights(user)
  const acts = useInstanceActs()
  const { query, list, count, peek, welcome } = useInstances(address, view === 'grid', rights.manage)
  const { refetch } = query
  const refresh = useCallback(() => void refetch(), [refetch])
  const unpeek = useCallback(() => change({ instanceId: undefined }), [change])
  const menu = useCallback(
    (instance: InstanceRow) => (
      <InstanceMenu instance={instance} rights={rights} acts={acts} onAsk={openDialog} onPeek={peek} />
    ),
    [rights, acts, peek],
  )
  const add = rights.manage ? () => change({ panel: 'add' }, false) : undefined
  const starting = rights.manage && search.panel === 'add'
  const beside = starting ? 'start' : instanceId !== undefined && !trash ? 'peek' : undefined
  const fresh = <ListFresh list={list} label={texts.showFresh} />
  return (
    <ListPage
      list={list}
      texts={{ label: texts.ofWorkflow, loading: texts.loading, failed: spec.loadFailed }}
      shape={view === 'grid' ? 'cards' : 'rows'}
      header={
        <ListHeader
          title={page.title}
          count={count}
          age={{ at: query.dataUpdatedAt, failed: query.isRefetchError, busy: query.isRefetching }}
          onRefresh={refresh}
          address={address}
          filters={strip}
          onFilters={showStrip}
          onTrash={list.selection.clear}
          narrow={beside !== undefined}
          exported={exportInstances(address.filter)}
          onAdd={list.none && !filtered ? undefined : add}
          fresh={!strip && fresh}
        />
      }
      filters={
        <>
          <CountedStrip filter={address.counted} onClear={reset} />
          {strip && <Filters address={address} first={list.rows[0]} fresh={fresh} />}
        </>
      }
      empty={<NoInstances search={search} filtered={filtered} onReset={reset} onAdd={add} />}
      bulk={<Bulk list={list} trash={trash} rights={rights} acts={acts} />}
      panel={
        <SidePanel
          shows={beside}
          user={user}
          address={address}
          onStarted={welcome}
          onDelete={(instance) => openDialog({ kind: 'delete', instance })}
          onUnpeek={unpeek}
        />
      }
      dialogs={
        <InstanceDialogs
          dialog={dialog}
          acts={acts}
          scroller={list.scroller}
          onClose={() => openDialog(undefined)}
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

type FiltersProps = { address: ListAddress; first: InstanceRow | undefined; fresh: ReactNode }

function Filters({ address, first, fresh }: FiltersProps) {
  const { search, statuses, filter, change, reset, filtered, setStatuses } = address
  return (
    <FilterStrip
      filters={{ statuses, workflow: search.workflow, client: search.client, sort: filter.sort }}
      onChange={({ statuses: next, sort, ...choice }) => {
        if (next) setStatuses(next)
        else change({ ...choice, ...(sort && { sort: sort === 'newest' ? undefined : sort }) })
      }}
      onReset={filtered ? reset : undefined}
      sortable={!search.trash}
      known={{
        workflow: first?.template,
        client: search.client === 'any' ? texts.anyCustomer : first?.metadata.customer,
      }}
      fresh={fresh}
    />
  )
}

type SidePanelProps = {
  shows: 'start' | 'peek' | undefined
  user: CurrentUser
  address: ListAddress
  onStarted: (id: string) => void
  onDelete: (instance: Subject) => void
  onUnpeek: () => void
}

/** Beside the list: one of its instances, or the form that starts one. */
function SidePanel({ shows, user, address: { search, change }, onStarted, onDelete, onUnpeek }: SidePanelProps) {
  const close = useCallback(() => change({ panel: undefined, of: undefined }), [change])
  const { instanceId } = search
  if (shows === undefined) return null
  if (shows === 'peek')
    return instanceId && <PeekPanel key={instanceId} instanceId={instanceId} onDelete={onDelete} onClose={onUnpeek} />
  return (
    <LazyStartPanel
      user={user}
      workflowId={search.of}
      customer={search.customer}
      due={search.due}
      onWorkflow={(of) => change({ of })}
      onClose={close}
      onStarted={onStarted}
    />
  )
}
