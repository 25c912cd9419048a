import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCheck, ListFilter, Settings2, X } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { countsQuery } from '../inbox.api.ts'
import { spec, texts } from '../inbox.texts.ts'
import { Filters, type FiltersProps, isNarrowed, useMarkAllRead } from './filters.tsx'
import { type InboxSearch, inboxSearch } from './inbox-search.ts'
import { useLabels } from './use-labels.ts'

/** What the list is called: the label, or what stands in its place. */
export function useListName({ label, view }: InboxSearch): string {
  const { nameOf } = useLabels()
  if (view === 'snoozed') return texts.snoozed
  if (view === 'deleted') return texts.deleted
  return view === 'needs_you' ? texts.needsYou : nameOf(label ?? 'inbox')
}

type ListHeadProps = FiltersProps & {
  phone: boolean
  filtersOpen: boolean
  onFilters: (open: boolean) => void
}

export function ListHead({ phone, filtersOpen, onFilters, ...filters }: ListHeadProps) {
  const { search } = filters
  const { labels } = useLabels()
  const { mark } = useMarkAllRead(search.label ?? 'inbox')
  const unread = labels.find(({ label_id }) => label_id === (search.label ?? 'inbox'))?.unread ?? 0
  const folded = cn(!phone && 'min-[1240px]:hidden')
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 border-b pr-2.5 pl-4">
      <h1 translate="no" className="min-w-0 truncate text-lg">
        {useListName(search)}
      </h1>
      {!search.view && unread > 0 && (
        <span translate="no" className="ml-1 text-sm whitespace-nowrap text-fg-3">
          {texts.unread(unread)}
        </span>
      )}
      <span className="flex-1" />
      <Popover
        align="end"
        title={texts.filters}
        open={filtersOpen}
        onOpenChange={onFilters}
        className="flex max-h-(--available-height) w-58! flex-col p-0! [&>div]:mt-0! [&>div]:flex [&>div]:min-h-0 [&>div]:flex-col [&>h2]:sr-only"
        trigger={
          <IconButton
            label={texts.filters}
            kbd="F"
            icon={ListFilter}
            size={phone ? 'lg' : 'md'}
            className={cn(folded, phone && 'size-11!')}
          >
            {isNarrowed(search) && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" />}
          </IconButton>
        }
      >
        <Filters
          {...filters}
          onApply={() => {
            onFilters(false)
            filters.onApply()
          }}
        />
      </Popover>
      {!phone && <IconButton label={spec.markAllRead} icon={CheckCheck} onClick={mark} className={folded} />}
      <Link
        to="/profile/notifications"
        aria-label={texts.settings}
        title={texts.settings}
        className={buttonClass({ variant: 'ghost', className: cn('px-0!', phone ? 'size-11!' : 'size-7!') })}
      >
        <Settings2 size={16} strokeWidth={1.8} aria-hidden />
      </Link>
    </div>
  )
}

/** What the list is narrowed to. */
export function FilterChips({ search, change }: Pick<FiltersProps, 'search' | 'change'>) {
  if (!isNarrowed(search)) return null
  const { status, type } = search
  const chips = [
    ...(status ? [{ key: 'status', name: spec.unreadOnly }] : []),
    ...(type ? [{ key: 'type', name: spec.types[type] }] : []),
  ]
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface-2 px-3 py-1.5">
      {chips.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          aria-label={texts.removeFilter(name)}
          onClick={() => change({ [key]: undefined, message: undefined })}
          className="inline-flex h-6 items-center gap-1 rounded-full border border-accent-line bg-accent-subtle pr-1.5 pl-2.5 text-xs font-medium text-accent-text"
        >
          {name}
          <X size={12} aria-hidden />
        </button>
      ))}
      <button
        type="button"
        onClick={() => change({ status: undefined, type: undefined, message: undefined })}
        className="ml-1 h-6 rounded-xs px-1 text-xs text-fg-2 underline underline-offset-2"
      >
        {spec.reset}
      </button>
    </div>
  )
}

/** On a phone the places stand side by side over the list. */
export function PhoneChips({ search }: { search: InboxSearch }) {
  const { labels } = useLabels()
  const { data: counts } = useQuery(countsQuery)
  const chips: { key: string; name: string; to: InboxSearch; on: boolean }[] = [
    { key: 'inbox', name: texts.inbox, to: {}, on: !search.view && !search.label && !search.status },
    {
      key: 'needs_you',
      name: counts?.needs_you ? texts.needsYouOf(counts.needs_you) : texts.needsYou,
      to: { view: 'needs_you' },
      on: search.view === 'needs_you',
    },
    {
      key: 'unread',
      name: counts?.unread ? texts.unreadOf(counts.unread) : texts.isUnread,
      to: { status: 'unread' },
      on: !search.view && !search.label && search.status === 'unread',
    },
    {
      key: 'snoozed',
      name: counts?.snoozed ? texts.snoozedOf(counts.snoozed) : texts.snoozed,
      to: { view: 'snoozed' },
      on: search.view === 'snoozed',
    },
    ...labels
      .filter(({ label_id }) => label_id !== 'inbox')
      .map(({ label_id, name }) => ({
        key: `label ${label_id}`,
        name,
        to: { label: label_id },
        on: !search.view && search.label === label_id,
      })),
  ]
  return (
    <nav aria-label={spec.labels} className="flex shrink-0 gap-2 overflow-x-auto border-b px-4 py-2">
      {chips.map(({ key, name, to, on }) => (
        <Link
          key={key}
          to="/inbox"
          search={inboxSearch(to)}
          aria-current={on || undefined}
          className={cn(
            'inline-flex h-11 shrink-0 items-center rounded-full border px-4 text-sm',
            on ? 'border-accent bg-accent-subtle font-medium text-accent-text' : 'border-line-strong text-fg-2',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
