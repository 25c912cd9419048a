import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCheck, Clock, type LucideIcon, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { texts as actTexts } from '../acts/acts.texts.ts'
import { LabelForm } from '../acts/label-form.tsx'
import { LabelDot } from '../acts/move-menu.tsx'
import { countsQuery, labelsQuery, listsKey, markAllRead } from '../inbox.api.ts'
import { inboxKey } from '../inbox.keys.ts'
import { spec, texts } from '../inbox.texts.ts'
import { type InboxSearch, inboxSearch, TYPES } from './inbox-search.ts'
import { useLabels } from './use-labels.ts'

export type FiltersProps = {
  search: InboxSearch
  change: (next: Partial<Record<keyof InboxSearch, string | undefined>>) => void
  /** Apply leads to the list: what was chosen shows there already. */
  onApply: () => void
}

const NOTHING = { status: undefined, type: undefined, message: undefined }

export const isNarrowed = ({ status, type }: InboxSearch) => status !== undefined || type !== undefined

/** Marks everything in the label that is open. */
export function useMarkAllRead(label: string) {
  const queries = useQueryClient()
  const { nameOf } = useLabels()
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: inboxKey }) })
  const mark = () =>
    run({
      optimistic: async () => {
        const before = queries.getQueryData(labelsQuery.queryKey)
        const unread = before?.find(({ label_id }) => label_id === label)?.unread ?? 0
        queries.setQueryData(labelsQuery.queryKey, (labels) =>
          labels?.map((one) => (one.label_id === label ? { ...one, unread: 0 } : one)),
        )
        if (label !== 'archived')
          queries.setQueryData(
            countsQuery.queryKey,
            (counts) => counts && { ...counts, unread: Math.max(0, counts.unread - unread) },
          )
        return () => void queries.setQueryData(labelsQuery.queryKey, before)
      },
      call: async () => {
        await markAllRead(label)
        await queries.invalidateQueries({ queryKey: listsKey })
      },
      done: texts.allRead(nameOf(label)),
      failed: texts.allReadFailed,
      retry: { label: texts.retry, act: () => void mark() },
    })
  return { busy: busy !== undefined, mark: () => void mark() }
}

/** Where to look, and what to leave out. It applies as it is chosen. */
export function Filters({ search, change, onApply }: FiltersProps) {
  const { labels } = useLabels()
  const { data: counts } = useQuery(countsQuery)
  const label = search.label ?? 'inbox'
  const { busy, mark } = useMarkAllRead(label)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-2.5 py-3">
        <div className="flex items-center px-2">
          <h2 className="flex-1 text-xs font-medium tracking-normal text-fg-3">{spec.labels}</h2>
          <NewLabel onMade={(labelId) => change({ ...NOTHING, view: undefined, label: labelId })} />
        </div>
        <ul className="space-y-px">
          {labels.map(({ label_id, name, color, unread }) => (
            <Place
              key={label_id}
              to={{ label: label_id }}
              current={!search.view && label === label_id}
              mark={<LabelDot color={color} />}
              count={unread}
              own
            >
              {name}
            </Place>
          ))}
        </ul>
        <ul className="mt-2 space-y-px border-t pt-2">
          <Place
            to={{ view: 'snoozed' }}
            current={search.view === 'snoozed'}
            mark={<PlaceIcon icon={Clock} />}
            count={counts?.snoozed ?? 0}
          >
            {texts.snoozed}
          </Place>
          <Place
            to={{ view: 'deleted' }}
            current={search.view === 'deleted'}
            mark={<PlaceIcon icon={Trash2} />}
            count={0}
          >
            {texts.deleted}
          </Place>
        </ul>
        <Choice
          legend={spec.status}
          value={search.status ?? ''}
          items={[
            { value: '', label: spec.all },
            { value: 'unread', label: spec.unreadOnly },
          ]}
          onChange={(status) => change({ status: status || undefined, message: undefined })}
        />
        <Choice
          legend={spec.type}
          value={search.type ?? ''}
          items={[{ value: '', label: spec.all }, ...TYPES.map((value) => ({ value, label: spec.types[value] }))]}
          onChange={(type) => change({ type: type || undefined, message: undefined })}
        />
      </div>
      <div className="shrink-0 border-t p-3">
        <Button size="sm" variant="ghost" icon={CheckCheck} block busy={busy} onClick={mark} className="mb-2">
          {spec.markAllRead}
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button size="sm" variant="ghost" onClick={() => change(NOTHING)}>
            {spec.reset}
          </Button>
          <Button size="sm" onClick={onApply}>
            {spec.apply}
          </Button>
        </div>
      </div>
    </>
  )
}

function NewLabel({ onMade }: { onMade: (labelId: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger={<IconButton label={texts.newLabel} icon={Plus} size="sm" />}
      title={texts.newLabel}
      open={open}
      onOpenChange={setOpen}
    >
      <LabelForm
        submit={actTexts.create}
        onMade={(labelId) => {
          setOpen(false)
          onMade(labelId)
        }}
      />
    </Popover>
  )
}

const PlaceIcon = ({ icon: Icon }: { icon: LucideIcon }) => <Icon size={14} aria-hidden className="-mx-0.5 shrink-0" />

type PlaceProps = {
  to: InboxSearch
  current: boolean
  mark: ReactNode
  count: number
  own?: boolean
  children: ReactNode
}

function Place({ to, current, mark, count, own, children }: PlaceProps) {
  return (
    <li>
      <Link
        to="/inbox"
        search={(old) => {
          const { status, type } = inboxSearch(old)
          return inboxSearch({ status, type, ...to })
        }}
        aria-current={current || undefined}
        className={cn(
          'inset-focus flex h-(--nav-item) items-center gap-2.5 rounded-sm px-2 text-sm max-[759px]:h-11',
          current ? 'bg-accent-subtle font-medium text-accent-text' : 'text-fg-2 hover:bg-surface-3',
        )}
      >
        {mark}
        <span translate={own ? 'no' : undefined} className="min-w-0 flex-1 truncate">
          {children}
        </span>{' '}
        {count > 0 && (
          <span translate="no" className={cn('tnum text-xs', !current && 'text-fg-3')}>
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}

type ChoiceProps = {
  legend: string
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function Choice({ legend, value, items, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mt-5">
      <legend className="mb-1 px-2 text-xs font-medium text-fg-3">{legend}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className="flex h-(--nav-item) items-center gap-2.5 rounded-sm px-2 text-sm text-fg-2 hover:bg-surface-3 max-[759px]:h-11"
        >
          <input
            type="radio"
            name={name}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
            className="radio-dot"
          />
          {item.label}
        </label>
      ))}
    </fieldset>
  )
}
