import type { ReactElement, ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Empty, type EmptyProps } from '../../ui/empty.tsx'
import { FreshPill } from '../../ui/fresh-pill.tsx'
import { type FailedQuery, QueryFailed } from '../query-failed.tsx'
import { reasonOf } from '../server-message.ts'
import { texts as listTexts } from './list.texts.ts'
import { ListLoading, type ListShape } from './list-loading.tsx'
import type { List } from './use-list.ts'

type AnyList = Omit<List<{ id: string }>, 'selection'> & { selection: { chosen: ReadonlySet<string> } }

type ListTexts = {
  /** What the rows are called. */
  label: string
  loading: string
  failed: string
  /** Instead of what the server said. */
  failedHint?: string
  /** Where the specification has another word for it. */
  retry?: string
}

type ListBodyProps = {
  list: AnyList
  texts: ListTexts
  /** What stands there while the first rows are loading, and whether the rows stand on a board. */
  shape?: ListShape
  empty: ReactNode
  /** Rows hold nothing that takes the focus: the list itself does, so that keys can scroll it. */
  readOnly?: boolean
  /** Around the rows, for a menu of their own. */
  renderAround?: (rows: ReactElement) => ReactNode
  children: ReactNode
}

/** The rows, or what stands in their place: loading, failed, empty. */
export function ListBody({ list, texts, shape = 'rows', empty, readOnly, renderAround, children }: ListBodyProps) {
  const { query, rows, scroller, onKeyDown } = list
  const section = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one row in it to the next
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is the keyboard's way to scroll
      tabIndex={readOnly ? 0 : -1}
      aria-label={texts.label}
      aria-busy={query.isPlaceholderData || undefined}
      onKeyDown={onKeyDown}
      className={cn(
        '@container min-h-0 flex-1 overflow-y-auto',
        readOnly ? 'inset-focus' : 'outline-none',
        shape === 'cards' && 'bg-board',
      )}
    >
      {children}
      {list.loadingMore && <output className="block py-3 text-center text-fg-3">{listTexts.loadingMore}</output>}
      {list.selection.chosen.size > 0 && <div aria-hidden className="h-18" />}
    </section>
  )
  if (list.loading && rows.length === 0) return <ListLoading label={texts.loading} shape={shape} />
  if (query.isError && rows.length === 0) return <ListFailed query={query} texts={texts} />
  if (rows.length === 0) return list.none && empty
  return (
    <>
      {query.isError && (
        <Banner
          tone="warning"
          title={list.moreFailed ? listTexts.moreFailed : listTexts.notRefreshed}
          action={
            <Button size="sm" busy={query.isFetching} onClick={list.retry}>
              {listTexts.retry}
            </Button>
          }
          className="mx-4 mt-2"
        >
          {reasonOf(query.error)}
        </Banner>
      )}
      {renderAround ? renderAround(section) : section}
    </>
  )
}

type ListFailedProps = {
  query: FailedQuery
  texts: Pick<ListTexts, 'failed' | 'failedHint' | 'retry'>
}

export function ListFailed({ query, texts: { failed, failedHint, retry } }: ListFailedProps) {
  return (
    <div className="grid flex-1 place-items-center pb-24">
      <QueryFailed query={query} title={failed} hint={failedHint} retryLabel={retry} />
    </div>
  )
}

type ListPageProps = ListBodyProps & {
  header: ReactNode
  filters?: ReactNode
  bulk?: ReactNode
  /** Beside the list. */
  panel?: ReactNode
  dialogs?: ReactNode
}

/** A whole screen: header, filters, rows, bulk bar, and beside them the panel of the row that is open. */
export function ListPage({ header, filters, bulk, panel, dialogs, ...body }: ListPageProps) {
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="relative flex min-w-0 flex-1 flex-col">
        {header}
        {filters}
        <ListBody {...body} />
        {bulk}
      </div>
      {panel}
      {dialogs}
    </div>
  )
}

/** Announced when it appears, as after a search without a match. */
export function ListEmpty({ className, ...empty }: EmptyProps & { className?: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className={cn('grid flex-1 place-items-center pb-24', className)}>
      <Empty {...empty} />
    </div>
  )
}

/** How many rows others added meanwhile; a press brings them in. */
export function ListFresh({ list, label = listTexts.fresh }: { list: AnyList; label?: (count: number) => string }) {
  return <FreshPill count={list.waiting} text={listTexts.fresh} label={label} onShow={list.showFresh} />
}
