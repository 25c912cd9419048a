import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Message } from '@throughline/contracts/inbox'
import { ArrowUp, BellOff, Clock, Coffee, Inbox, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { whenText } from '../../../shared/format/moments.ts'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListCheckbox, ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { countsQuery } from '../inbox.api.ts'
import { spec, texts } from '../inbox.texts.ts'
import { type FiltersProps, isNarrowed } from './filters.tsx'
import { groupsOf } from './groups.ts'
import type { InboxSearch } from './inbox-search.ts'
import { useListName } from './list-head.tsx'
import { MessageRow } from './message-row.tsx'
import { useLabels } from './use-labels.ts'

type MessageListProps = Pick<FiltersProps, 'search' | 'change'> & {
  list: List<Message>
  /** The open one was opened among those that need the person. */
  held: string | undefined
  phone: boolean
}

export function MessageList({ list, search, change, held, phone }: MessageListProps) {
  const { query, rows } = list
  if (list.loading && rows.length === 0) return <LoadingList />
  if (query.isError && rows.length === 0)
    return (
      <div className="grid flex-1 place-items-center pb-24">
        <ErrorBlock
          icon={BellOff}
          title={spec.failed}
          hint={texts.safe}
          retryLabel={spec.tryAgain}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  return (
    <>
      <FreshStrip list={list} />
      <ListBody
        list={list}
        texts={{ label: texts.list, loading: texts.loading, failed: spec.failed }}
        empty={<NoMessages search={search} change={change} />}
      >
        <Groups list={list} held={held} phone={phone} />
        <ListEnd list={list} />
      </ListBody>
    </>
  )
}

function Groups({ list, held, phone }: Pick<MessageListProps, 'list' | 'held' | 'phone'>) {
  const zone = useZone()
  const now = useNow()
  const { data: counts } = useQuery(countsQuery)
  const { rows, selection, current, hasMore } = list
  const groups = useMemo(() => groupsOf(rows, held, { zone, now }), [rows, held, zone, now])
  const headings = useMemo(() => groups.map(({ start }) => start), [groups])
  const { first, last, height } = useRowWindow({ scroller: list.scroller, count: rows.length, headings })
  const picking = selection.chosen.size > 0
  const needing = rows.filter(({ needs_you }) => needs_you).length
  // Those that were not read yet need the person, too.
  const needed = hasMore && needing === rows.length ? Math.max(needing, counts?.needs_you ?? 0) : needing
  return (
    <div className={phone ? '' : 'px-2 pb-3'}>
      {groups.map(({ key, title, isNeeds, start, rows: group }) => (
        <section key={key}>
          <h2
            data-heading
            className={
              phone
                ? 'flex items-baseline gap-1.5 border-b bg-surface-2 px-4 py-1.5 text-xs font-medium tracking-normal text-fg-2'
                : 'flex items-baseline gap-1.5 px-2 pt-3 pb-1 text-xs font-medium tracking-normal text-fg-2'
            }
          >
            {title}
            {isNeeds && (
              <>
                <span translate="no" className="tnum font-normal text-fg-3">
                  {needed}
                </span>
                {!phone && <span className="ml-auto font-normal text-fg-3">{texts.byDue}</span>}
              </>
            )}
          </h2>
          <ul style={gapsOf(group.length, first - start, last - start, height)}>
            {group.slice(Math.max(0, first - start), Math.max(0, last - start)).map((message, at) => (
              <MessageRow
                key={message.id}
                message={message}
                position={Math.max(0, first - start) + at + 1}
                size={hasMore && start + group.length === rows.length ? -1 : group.length}
                current={!picking && message.id === current}
                picked={selection.chosen.has(message.id)}
                picking={picking}
                phone={phone}
                checkbox={<ListCheckbox list={list} id={message.id} name={message.title} />}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** As high as the rows of a group that are not in the page, before and after those from `first` to `last`. */
function gapsOf(count: number, first: number, last: number, height: number) {
  const within = (at: number) => Math.min(count, Math.max(0, at))
  return { paddingTop: within(first) * height, paddingBottom: (count - within(last)) * height }
}

/** Never over rows: what came while the list was read waits until it is asked for. */
function FreshStrip({ list }: { list: List<Message> }) {
  const { waiting, showFresh, scroller } = list
  const show = () => {
    showFresh()
    scroller.current?.focus()
  }
  return (
    <>
      <output className="sr-only">{waiting > 0 && texts.announced(waiting)}</output>
      {waiting > 0 && (
        <div className="flex h-10 shrink-0 items-center justify-center border-b bg-surface-2">
          <button
            type="button"
            aria-label={texts.showFresh(waiting)}
            onClick={show}
            className="inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-semibold text-on-accent shadow-sm hover:bg-accent-hover"
          >
            <ArrowUp size={13} aria-hidden />
            {texts.fresh(waiting)}
          </button>
        </div>
      )}
    </>
  )
}

const LINES = ['w-64', 'w-52', 'w-44', 'w-64', 'w-52', 'w-44', 'w-64']

function LoadingList() {
  return (
    <Loading label={texts.loading} className="min-h-0 flex-1 overflow-hidden px-2 pt-3">
      {LINES.map((width, row) => (
        // The lines never change their order.
        <div key={`${row}-${width}`} className="flex h-19 gap-3 px-4 py-2.5" style={{ opacity: 1 - row * 0.12 }}>
          <Skeleton round className="size-8 shrink-0" />
          <div className="min-w-0 flex-1 space-y-2.5">
            <Skeleton className="h-2.5 w-24" />
            <Skeleton className={`h-3 max-w-full ${width}`} />
            <Skeleton className="h-2.5 w-44 max-w-full" />
          </div>
        </div>
      ))}
    </Loading>
  )
}

function NoMessages({ search, change }: Pick<FiltersProps, 'search' | 'change'>) {
  const { labels } = useLabels()
  const name = useListName(search)
  const { view, status, type, label = 'inbox' } = search
  if (isNarrowed(search)) {
    const total = labels.find(({ label_id }) => label_id === label)?.total ?? 0
    return (
      <ListEmpty
        icon={Inbox}
        title={type ? texts.empty.of[type](status === 'unread') : texts.empty.unread}
        hint={!view && total > 0 ? texts.empty.others(name, total) : undefined}
        action={<Button onClick={() => change({ status: undefined, type: undefined })}>{spec.reset}</Button>}
      />
    )
  }
  if (view === 'snoozed') return <ListEmpty icon={Clock} title={texts.empty.snoozed} hint={texts.empty.snoozedHint} />
  if (view === 'deleted') return <ListEmpty icon={Trash2} title={texts.empty.deleted} hint={texts.empty.deletedHint} />
  if (view === 'needs_you')
    return <ListEmpty icon={Coffee} title={texts.empty.needsYou} hint={texts.empty.needsYouHint} />
  if (label === 'inbox') return <InboxZero />
  return <ListEmpty icon={Inbox} title={texts.empty.label(name)} hint={texts.empty.labelHint} />
}

function InboxZero() {
  const zone = useZone()
  const now = useNow()
  const { data: counts } = useQuery(countsQuery)
  const { snoozed = 0, next_return = null } = counts ?? {}
  const hint =
    snoozed === 0
      ? texts.zero.hint
      : next_return === null
        ? texts.zero.snoozedForNews(snoozed)
        : texts.zero.snoozed(snoozed, whenText(next_return, zone, now))
  return (
    <ListEmpty
      icon={Coffee}
      title={texts.zero.title}
      hint={hint}
      action={
        <>
          {snoozed > 0 && (
            <Link to="/inbox" search={{ view: 'snoozed' } satisfies InboxSearch} className={buttonClass()}>
              {texts.zero.showSnoozed}
            </Link>
          )}
          <Link to="/all-tasks" className={buttonClass({ variant: 'ghost' })}>
            {texts.zero.tasks}
          </Link>
        </>
      }
    />
  )
}
