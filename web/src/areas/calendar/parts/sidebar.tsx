import { Link } from '@tanstack/react-router'
import { CALENDAR_STATUSES, CALENDAR_TYPES } from '@throughline/contracts/calendar-lists'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { clockTime, weekdayDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { Switch } from '../../../ui/switch.tsx'
import type { CalendarPage } from '../calendar.api.ts'
import { spec, texts } from '../calendar.texts.ts'
import type { CalendarAddress } from '../calendar-address.ts'
import { statusesIn, statusesOut, withoutIn, withoutOut } from '../calendar-filter.ts'
import { remainingText, timeOf } from '../due-words.ts'
import { typeName } from '../type-name.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { CalendarGlyph } from './item-chip.tsx'

type SidebarProps = {
  page: CalendarPage | undefined
  address: CalendarAddress
  onChange: (change: Partial<CalendarAddress>) => void
}

export function Sidebar({ page, address, onChange }: SidebarProps) {
  return (
    <aside aria-label={texts.filters.label} className="w-64 shrink-0 overflow-y-auto border-r max-[759px]:w-full">
      <Upcoming page={page} />
      <Types page={page} address={address} onChange={onChange} />
      <Statuses address={address} onChange={onChange} />
      <Kinds address={address} onChange={onChange} />
      <Schedules page={page} />
    </aside>
  )
}

function Group({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t px-4 pt-1.5 pb-2.5 first:border-t-0">
      <div className="mb-0.5 flex h-7 items-center">
        <h2 className="flex-1 text-xs font-medium tracking-normal text-fg-3">{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}

function Upcoming({ page }: Pick<SidebarProps, 'page'>) {
  const { today, zone, open } = useCalendarActs()
  const items = page?.upcoming ?? []
  return (
    <Group title={texts.upcoming}>
      {page && items.length === 0 && <p className="pb-1 text-fg-3">{spec.noDeadlines}</p>}
      <ul className="-mx-1.5">
        {items.map((item) => {
          const when = remainingText(item.day, today)
          const time = timeOf(item, zone)
          return (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => open(item)}
                className="flex w-full items-center gap-2 rounded-sm px-1.5 py-[3px] text-left hover:bg-surface-2"
              >
                <CalendarGlyph status={item.status} size={14} />
                <span className="min-w-0 flex-1">
                  <span translate="no" className="block truncate text-sm leading-[18px]">
                    {item.title}
                  </span>
                  <span
                    className={cn(
                      'block truncate text-xs leading-4',
                      when === spec.dueToday ? 'text-warning-fg' : 'text-fg-3',
                    )}
                  >
                    {[when, time].filter(Boolean).join(', ')}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Group>
  )
}

/** Runs that begin by themselves, with the moment of each one's next. */
function Schedules({ page }: Pick<SidebarProps, 'page'>) {
  const { zone } = useCalendarActs()
  const now = useNow()
  const schedules = page?.schedules ?? []
  return (
    <Group title={texts.schedules}>
      {page && schedules.length === 0 && <p className="pb-1 text-fg-3">{texts.noSchedules}</p>}
      <ul className="-mx-1.5">
        {schedules.map(({ id, name, next_run_at, workflow }) => (
          <li key={id}>
            <Link
              to="/workflow-builder/$workflowId"
              params={{ workflowId: workflow.id }}
              search={{ panel: 'starts', start: id }}
              className="flex items-center gap-2 rounded-sm px-1.5 py-[3px] hover:bg-surface-2"
            >
              <CalendarClock size={14} aria-hidden className="shrink-0 text-fg-3" />
              <span className="min-w-0 flex-1">
                <span translate="no" className="block truncate text-sm leading-[18px]">
                  {name}
                </span>
                <span className="block truncate text-xs leading-4 text-fg-3">
                  {weekdayDate(next_run_at, zone, now)}, {clockTime(next_run_at, zone)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Group>
  )
}

/** The specification's seven, then what else there is. */
function typesOf(page: CalendarPage | undefined, left: readonly string[]) {
  const counts = new Map(page?.types.map(({ type, count }) => [type, count]))
  const types = [...new Set<string>([...CALENDAR_TYPES, ...counts.keys(), ...left])]
  return types.map((type) => ({ type, count: counts.get(type) ?? 0 }))
}

function Types({ page, address, onChange }: SidebarProps) {
  const left = withoutIn(address)
  const types = typesOf(page, left)
  const set = (without: readonly string[]) => onChange({ without: withoutOut(without) })
  const end = (
    <button
      type="button"
      onClick={() => set(left.length > 0 ? [] : types.map(({ type }) => type))}
      className={cn(linkClass, 'h-6 text-xs')}
    >
      {left.length > 0 ? texts.allTypes : texts.clear}
    </button>
  )
  return (
    <Group title={texts.type} end={end}>
      <ul>
        {types.map(({ type, count }) => (
          <li key={type} className="flex min-h-[26px] items-center gap-2">
            <span className="min-w-0 flex-1">
              <Checkbox
                checked={!left.includes(type)}
                onChange={(on) => set(on ? left.filter((one) => one !== type) : [...left, type])}
              >
                <span translate="no" className={cn('block truncate', count === 0 && 'text-fg-3')}>
                  {typeName(type)}
                </span>
              </Checkbox>
            </span>
            <span translate="no" className="tnum text-xs text-fg-3">
              {numberText(count)}
            </span>
          </li>
        ))}
      </ul>
    </Group>
  )
}

function Statuses({ address, onChange }: Omit<SidebarProps, 'page'>) {
  const chosen = statusesIn(address)
  return (
    <Group title={texts.status}>
      <ul className="grid grid-cols-[auto_auto] justify-between">
        {CALENDAR_STATUSES.map((status) => (
          <li
            key={status}
            className="flex min-h-[26px] items-center"
            title={status === 'at_risk' ? texts.atRisk : undefined}
          >
            <Checkbox
              checked={chosen.includes(status)}
              onChange={(on) =>
                onChange({
                  status: statusesOut(CALENDAR_STATUSES.filter((one) => (one === status ? on : chosen.includes(one)))),
                })
              }
            >
              <span className="-ml-1 flex items-center gap-1.5 text-sm whitespace-nowrap">
                <CalendarGlyph status={status} />
                {texts.statuses[status]}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </Group>
  )
}

function Kinds({ address, onChange }: Omit<SidebarProps, 'page'>) {
  const { only, mine } = address
  // The last of the two stays on: without both there would be nothing to show.
  const without = (kind: 'task' | 'instance') => (kind === 'task' ? 'instance' : 'task')
  const kind = (one: 'task' | 'instance', label: string, sample: string) => (
    <Switch
      checked={only === undefined || only === one}
      disabled={only === one}
      onChange={(on) => onChange({ only: on ? undefined : without(one) })}
    >
      <span className={cn('rounded-[4px] px-1 text-xs', sample)}>{label}</span>
    </Switch>
  )
  return (
    <Group title={texts.show}>
      <div className="grid gap-1.5">
        {kind('task', texts.tasks, 'bg-surface-3')}
        {kind('instance', texts.instances, 'border border-line-control font-medium')}
        <Switch checked={mine === true} onChange={(on) => onChange({ mine: on ? true : undefined })}>
          <span className="px-1 text-xs">{texts.mine}</span>
        </Switch>
      </div>
    </Group>
  )
}
