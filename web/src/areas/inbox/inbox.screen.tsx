import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message, MessageLabel } from '@throughline/contracts/inbox'
import { MousePointerClick } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useList } from '../../shared/list-page/use-list.ts'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { linkClass } from '../../ui/link-style.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { focusedRowId, rowLink } from '../../ui/row-focus.ts'
import type { MessageChange } from './changes/message-change.ts'
import { UnsavedBand } from './changes/unsaved-band.tsx'
import { useChange, useOpenOutbox } from './changes/use-changes.ts'
import { spec, texts } from './inbox.texts.ts'
import { Filters, type FiltersProps } from './list/filters.tsx'
import { filterOf, inboxSearch } from './list/inbox-search.ts'
import { FilterChips, ListHead, PhoneChips } from './list/list-head.tsx'
import { MessageList } from './list/message-list.tsx'
import { useLabels } from './list/use-labels.ts'
import { useMessages } from './list/use-messages.ts'
import { MessagePane } from './pane/message-pane.tsx'
import { SelectedPane } from './pane/selected-pane.tsx'
import { MessageToolbar, PhoneToolbar } from './pane/toolbar.tsx'

const WIDE = '(min-width: 1240px)'

/** The address, the list it names, and changing both. */
function useInbox(phone: boolean) {
  const search = inboxSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback<FiltersProps['change']>(
    (next) =>
      void navigate({
        to: '/inbox',
        search: (old) => inboxSearch({ ...inboxSearch(old), ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const show = useCallback((message: MessageId | undefined) => change({ message }), [change])
  const { label, view, status, type } = search
  const filter = useMemo(() => filterOf(inboxSearch({ label, view, status, type })), [label, view, status, type])
  const { held, ...found } = useMessages(filter, search.message)
  // Whoever has just done what was asked goes on to what needs them next, which need not be the next row.
  const after = useRef<{ of: MessageId; next: MessageId }>(undefined)
  const onDone = useCallback((of: MessageId, next: MessageId | null) => {
    after.current = next ? { of, next } : undefined
  }, [])
  const onFollow = (id: string) => {
    const at = found.rows.findIndex((row) => row.id === id)
    const isForward = found.rows[at - 1]?.id === search.message
    const next = isForward && after.current?.of === search.message ? after.current?.next : undefined
    show(next ?? found.rows[at]?.id)
  }
  const onPeek = phone ? undefined : (id: string) => show(found.rows.find((row) => row.id === id)?.id)
  const list = useList(found, { selectable: true, current: search.message, onFollow, onPeek })
  const firstId = list.rows[0]?.id
  const isOld = list.query.isPlaceholderData
  useEffect(() => {
    if (!phone && !search.message && firstId && !isOld) show(firstId)
  }, [phone, search.message, firstId, isOld, show])
  return { search, change, show, list, held, onDone }
}

/** `phone`: list and message are two pages. */
export function InboxScreen({ phone = false }: { phone?: boolean }) {
  useOpenOutbox()
  const { search, change, show, list, held, onDone } = useInbox(phone)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const { rows, selection, scroller } = list
  const { labels, nameOf } = useLabels()
  const save = useChange(nameOf)
  const open = rows.find(({ id }) => id === search.message)
  useInboxKeys({ phone, open, list, onFilters: () => setFiltersOpen(true), onBack: () => show(undefined) })
  const toList = () => (rowLink(scroller.current, search.message ?? '') ?? scroller.current)?.focus()
  const filters = { search, change, onApply: toList }
  const column = (
    <section
      aria-label={texts.inbox}
      className={
        phone
          ? 'relative flex min-h-0 min-w-0 flex-1 flex-col'
          : 'relative flex w-98 shrink-0 flex-col border-r max-[1099px]:w-87'
      }
    >
      <ListHead {...filters} phone={phone} filtersOpen={filtersOpen} onFilters={setFiltersOpen} />
      {phone && <PhoneChips search={search} />}
      <FilterChips search={search} change={change} />
      <MessageList list={list} search={search} change={change} held={held} phone={phone} />
    </section>
  )
  const selected = selection.selected.length > 0 && (
    <SelectedPane
      messages={selection.selected}
      labels={labels}
      total={rows.length}
      phone={phone}
      change={(next) => {
        save(selection.selected, next)
        selection.clear()
        const isOpen = selection.selected.some(({ id }) => id === search.message)
        if (isOpen && next.act !== 'read' && next.act !== 'unread')
          show(rows.find(({ id }) => !selection.chosen.has(id))?.id)
      }}
      onClear={selection.clear}
    />
  )
  const pane = search.message && (
    <OpenPane id={search.message} phone={phone} rows={rows} labels={labels} save={save} show={show} onDone={onDone} />
  )
  if (phone)
    return (
      <div className="relative flex h-full flex-col overflow-hidden">
        <UnsavedBand />
        {pane || column}
        {selected}
      </div>
    )
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <UnsavedBand />
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label={texts.filters}
          className="flex w-52 shrink-0 flex-col border-r bg-surface-2 max-[1239px]:hidden"
        >
          <Filters {...filters} />
        </aside>
        {column}
        {selected || pane || <NothingOpen none={list.none} />}
      </div>
    </div>
  )
}

type OpenPaneProps = {
  id: MessageId
  phone: boolean
  rows: readonly Message[]
  labels: readonly MessageLabel[]
  save: ReturnType<typeof useChange>
  show: (id: MessageId | undefined) => void
  onDone: (of: MessageId, next: MessageId | null) => void
}

/** The open message. One that leaves the list makes room for the next. */
function OpenPane({ id, phone, rows, labels, save, show, onDone }: OpenPaneProps) {
  const changeTo = (message: Message) => (next: MessageChange) => {
    save([message], next)
    if (next.act === 'read' || next.act === 'unread') return
    const at = rows.findIndex((row) => row.id === message.id)
    show(phone ? undefined : (rows[at + 1] ?? rows[at - 1])?.id)
  }
  const onRead = useCallback((message: Message) => save([message], { act: 'read' }), [save])
  return (
    <MessagePane
      id={id}
      phone={phone}
      onRead={onRead}
      onArchive={(message) => changeTo(message)({ act: 'label', label_id: 'archived' })}
      onNext={show}
      onDone={onDone}
      renderToolbar={(message) =>
        phone ? (
          <PhoneToolbar
            message={message}
            labels={labels}
            change={changeTo(message)}
            place={texts.place(rows.findIndex((row) => row.id === id) + 1, rows.length)}
            onBack={() => show(undefined)}
          />
        ) : (
          <MessageToolbar message={message} labels={labels} change={changeTo(message)} />
        )
      }
    />
  )
}

type InboxKeys = {
  phone: boolean
  open: Message | undefined
  list: Pick<ReturnType<typeof useList<Message>>, 'scroller' | 'selection'>
  onFilters: () => void
  onBack: () => void
}

/** X selects the row in focus, else the message that is open. The rest of the list's keys are those of every list. */
function useInboxKeys({ phone, open, list: { scroller, selection }, onFilters, onBack }: InboxKeys) {
  const toggleOpen = () => {
    const id = focusedRowId(scroller.current) ?? open?.id
    if (id) selection.toggle(id, !selection.chosen.has(id), false)
  }
  const filters = () => {
    if (!matchMedia(WIDE).matches) return onFilters()
    document.querySelector<HTMLElement>('aside [aria-current]')?.focus()
  }
  usePageKeys([
    { key: 'x', label: texts.keys.select, act: toggleOpen },
    { key: 'f', label: texts.keys.filters, act: filters },
    ...(phone && open ? [{ key: 'Escape', label: texts.keys.back, act: onBack }] : []),
  ])
}

/** At the right of an empty list, or of one from which nothing is chosen. */
function NothingOpen({ none }: { none: boolean }) {
  return (
    <div className="grid min-w-0 flex-1 place-items-center bg-surface-2">
      {none ? (
        <p className="text-sm text-fg-3">
          {texts.noise}{' '}
          <Link to="/profile/notifications" className={linkClass}>
            {texts.settings}
          </Link>
        </p>
      ) : (
        <Empty
          icon={MousePointerClick}
          title={spec.select}
          hint={
            <span className="inline-flex items-center gap-1">
              <Kbd>J</Kbd> <Kbd>K</Kbd> {texts.pick.move}, <Kbd>X</Kbd> {texts.pick.select}
            </span>
          }
        />
      )}
    </div>
  )
}
