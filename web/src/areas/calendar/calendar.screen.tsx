import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CalendarItem } from '@throughline/contracts/calendar'
import { CalendarDays, ChevronLeft, ChevronRight, Columns3, LayoutGrid, PanelLeft, Rows3 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { can, useCurrentUser, useZone } from '../../shared/current-user.ts'
import { dateRange } from '../../shared/format/moments.ts'
import { dayKey } from '../../shared/format/time.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { useNow } from '../../shared/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type PageKey, usePageKeys } from '../../ui/page-keys.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type CalendarPage, calendarQuery } from './calendar.api.ts'
import { spec, texts } from './calendar.texts.ts'
import { type CalendarAddress, calendarAddress } from './calendar-address.ts'
import { type Day, daysOf, step, type View, weekdayOf } from './calendar-days.ts'
import { longDayName, monthName } from './due-words.ts'
import { isMovable } from './moved-due.ts'
import { type CalendarActs, CalendarActsProvider, type Dragged, type FocusTarget } from './parts/calendar-acts.ts'
import { DayAside } from './parts/day-aside.tsx'
import { DayRows } from './parts/day-rows.tsx'
import { DragStatus } from './parts/drag-status.tsx'
import { HourGrid } from './parts/hour-grid.tsx'
import { ItemDetail } from './parts/item-detail.tsx'
import { MonthGrid } from './parts/month-grid.tsx'
import { MoveMenu, type MoveTarget } from './parts/move-menu.tsx'
import { PhoneWeek } from './parts/phone-week.tsx'
import { Sidebar } from './parts/sidebar.tsx'
import { useMove } from './use-move.ts'

/** Monday until the workspace has said otherwise. */
const MONDAY: CalendarPage['week_start'] = 1

function useAddress() {
  const address = calendarAddress(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (next: Partial<CalendarAddress>) =>
      void navigate({
        to: '/calendar',
        search: (old) => calendarAddress({ ...old, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { address, change }
}

/** What the page knows about days, and what can be done with an item: for every part of it. */
function useActs(page: CalendarPage | undefined, today: Day, zone: string, opensDays: boolean) {
  const [opened, open] = useState<CalendarItem>()
  const [moving, setMoving] = useState<MoveTarget>()
  const [dragged, drag] = useState<Dragged>()
  const target = useRef<FocusTarget>(undefined)
  const forgetFocus = useCallback(() => {
    target.current = undefined
  }, [])
  const user = useCurrentUser()
  const move = useMove(zone)
  const acts = useMemo((): CalendarActs => {
    const working = page?.working_days.map(({ day }): number => day)
    const holidayOn = (day: Day) => page?.holidays.find(({ from, to }) => from <= day && day <= to)
    const isOff = (day: Day) => working !== undefined && !working.includes(weekdayOf(day))
    const askMove = (item: CalendarItem, anchor: Element) => setMoving({ item, anchor })
    const moveItem: typeof move = (item, day) => {
      // What the detail says of its day is over.
      open(undefined)
      target.current = { item: item.id, day: day ?? item.day }
      return move(item, day)
    }
    const movable = (item: CalendarItem) => isMovable(item, user)
    const focusTarget = () => target.current
    const focusDay = (day: Day) => {
      target.current = { day }
    }
    const focus = { focusTarget, forgetFocus, focusDay: opensDays ? focusDay : undefined }
    return { today, zone, isOff, holidayOn, open, movable, move: moveItem, ...focus, askMove, dragged, drag }
  }, [page, today, zone, move, user, dragged, forgetFocus, opensDays])
  return { acts, opened, close: () => open(undefined), moving, leave: () => setMoving(undefined) }
}

type CalendarScreenProps = {
  phone: boolean
  /** No room for filters beside the days: they lie over them. */
  narrow: boolean
}

export function CalendarScreen({ phone, narrow }: CalendarScreenProps) {
  const { address, change } = useAddress()
  const mine = useZone()
  const now = useNow()
  const [sidebar, setSidebar] = useState<boolean>()
  const { view = 'month', rows = false } = phone ? { ...address, view: 'week' as const, rows: true as const } : address
  // What the organization says about days comes with the first answer; until then the viewer's own zone and Monday hold.
  const [known, setKnown] = useState({ time_zone: mine, week_start: MONDAY })
  const zone = known.time_zone
  const today = dayKey(now, zone)
  const current = address.day ?? today
  const days = daysOf(view, current, known.week_start)
  const query = useQuery(calendarQuery(days[0] ?? current, days.at(-1) ?? current, address))
  const { data: page } = query
  if (page && (page.time_zone !== zone || page.week_start !== known.week_start)) setKnown(page)
  const { acts, opened, close, moving, leave } = useActs(page, today, zone, !phone && view !== 'day')
  const go = useCallback((day: Day) => change({ day: day === today ? undefined : day }), [change, today])
  const shown = sidebar ?? !narrow
  useCalendarKeys({ change, go, today, current, toggle: () => setSidebar(!shown) })

  return (
    <CalendarActsProvider value={acts}>
      <div className="flex h-full flex-col">
        <Header
          {...{ view, rows, current, days, zone, phone, shown, go, change }}
          onToggle={() => setSidebar(!shown)}
        />
        <div className="relative flex min-h-0 flex-1">
          {shown && (
            <div
              className={cn(
                'flex',
                narrow && 'absolute inset-y-0 left-0 z-20 bg-surface shadow-lg',
                phone && 'right-0',
              )}
            >
              <Sidebar page={page} address={address} onChange={change} />
            </div>
          )}
          <div aria-busy={query.isPlaceholderData} className="relative min-w-0 flex-1 overflow-auto">
            <Body {...{ view, rows, phone, days, current, query, page, address, go, change }} />
            <DragStatus />
          </div>
          {view === 'day' && !phone && page && <DayAside day={current} page={page} />}
        </div>
      </div>
      {opened && <ItemDetail item={opened} onClose={close} />}
      {moving && <MoveMenu target={moving} onClose={leave} />}
    </CalendarActsProvider>
  )
}

type KeysProps = {
  change: (next: Partial<CalendarAddress>) => void
  go: (day: Day) => void
  today: Day
  current: Day
  toggle: () => void
}

function useCalendarKeys({ change, go, today, current, toggle }: KeysProps) {
  const navigate = useNavigate()
  const mayStart = can(useCurrentUser(), 'instances.manage')
  const start = useCallback(
    () => void navigate({ to: '/all-instances', search: { panel: 'add', due: current } }),
    [navigate, current],
  )
  const keys = useMemo(
    (): PageKey[] => [
      { key: 'f', label: texts.filters.label, act: toggle },
      { key: 't', label: spec.today, act: () => go(today) },
      { key: 'm', label: spec.views.month, act: () => change({ view: undefined }) },
      { key: 'w', label: spec.views.week, act: () => change({ view: 'week' }) },
      { key: 'd', label: spec.views.day, act: () => change({ view: 'day' }) },
      ...(mayStart ? [{ key: 'n', label: texts.newInstance, act: start }] : []),
    ],
    [change, go, today, toggle, mayStart, start],
  )
  usePageKeys(keys)
}

type HeaderProps = {
  view: View
  rows: boolean
  current: Day
  days: readonly Day[]
  zone: string
  phone: boolean
  shown: boolean
  go: (day: Day) => void
  change: (next: Partial<CalendarAddress>) => void
  onToggle: () => void
}

const rangeName = (view: View, current: Day, days: readonly Day[]) =>
  view === 'month'
    ? monthName(current)
    : view === 'week'
      ? dateRange(days[0] ?? current, days.at(-1) ?? current)
      : longDayName(current)

function Header({ view, rows, current, days, zone, phone, shown, go, change, onToggle }: HeaderProps) {
  const range = rangeName(view, current, days)
  return (
    <ScreenHeader
      title={spec.title}
      part={range}
      before={
        <IconButton
          label={shown ? texts.filters.hide : texts.filters.show}
          kbd="F"
          icon={PanelLeft}
          active={shown}
          onClick={onToggle}
        />
      }
      tabs={
        <>
          <IconButton
            label={texts.previous[view]}
            icon={ChevronLeft}
            className="ml-2"
            onClick={() => go(step(view, current, -1))}
          />
          <IconButton label={texts.next[view]} icon={ChevronRight} onClick={() => go(step(view, current, 1))} />
          <Button size="sm" onClick={() => change({ day: undefined })}>
            {spec.today}
          </Button>
          <span translate="no" aria-live="polite" className="ml-2 font-medium whitespace-nowrap">
            {range}
          </span>
          <span translate="no" className="text-xs text-fg-3 max-[1279px]:hidden">
            {zone}
          </span>
        </>
      }
    >
      {!phone && (
        <>
          <Segmented
            label={texts.view}
            value={view}
            onChange={(next) => change({ view: next === 'month' ? undefined : next })}
            items={(['month', 'week', 'day'] as const).map((value) => ({ value, label: spec.views[value] }))}
          />
          <Segmented
            label={texts.mode.label}
            value={rows ? 'rows' : 'grid'}
            onChange={(next) => change({ rows: next === 'rows' ? true : undefined })}
            items={[
              { value: 'grid', label: texts.mode.grid, icon: view === 'month' ? LayoutGrid : Columns3, iconOnly: true },
              { value: 'rows', label: texts.mode.rows, icon: Rows3, iconOnly: true },
            ]}
          />
        </>
      )}
    </ScreenHeader>
  )
}

type BodyProps = Pick<HeaderProps, 'view' | 'rows' | 'phone' | 'days' | 'current' | 'go' | 'change'> & {
  query: ReturnType<typeof useQuery<CalendarPage>>
  page: CalendarPage | undefined
  address: CalendarAddress
}

function Body({ view, rows, phone, days, current, query, page, address, go, change }: BodyProps) {
  if (query.isError && !page)
    return (
      <div className="grid h-full place-items-center p-6">
        <QueryFailed query={query} title={texts.failed} />
      </div>
    )
  if (!page) return <Shapes />
  // What stands in for other days, or for other filters, says nothing of these.
  const empty = !query.isPlaceholderData && page.days.length === 0
  const card = empty && <NothingDue page={page} address={address} onChange={change} />
  if (phone)
    return (
      <>
        <PhoneWeek days={days} page={page} current={current} onGo={go} />
        {card || <DayRows days={days} page={page} address={address} phone />}
      </>
    )
  if (rows) return card || <DayRows days={days} page={page} address={address} />
  return (
    <>
      {view === 'month' ? (
        <MonthGrid days={days} current={current} page={page} address={address} onGo={go} />
      ) : (
        <HourGrid key={view} days={days} current={current} page={page} address={address} onGo={go} />
      )}
      {empty && view === 'month' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          <div className="pointer-events-auto rounded-lg border bg-overlay px-8 shadow-lg">{card}</div>
        </div>
      )}
    </>
  )
}

type NothingDueProps = {
  page: CalendarPage
  address: CalendarAddress
  onChange: (next: Partial<CalendarAddress>) => void
}

function NothingDue({ page, address, onChange }: NothingDueProps) {
  const { status, without, only, mine } = address
  const filtered = Boolean(status || only || mine || (without && page.types.length > 0))
  return (
    <Empty
      icon={CalendarDays}
      title={texts.empty}
      hint={filtered ? texts.filteredHint : texts.emptyHint}
      action={
        filtered && (
          <Button onClick={() => onChange({ status: undefined, without: undefined, only: undefined, mine: undefined })}>
            {texts.resetFilters}
          </Button>
        )
      }
    />
  )
}

const Shapes = () => (
  <Loading label={texts.loading} className="grid h-full grid-cols-7 grid-rows-5 gap-px p-2">
    {Array.from({ length: 35 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity
      <div key={n} className="flex flex-col gap-1.5 p-2">
        <Skeleton className="h-4 w-6" />
        {n % 3 !== 1 && <Skeleton className="h-5" />}
        {n % 4 === 0 && <Skeleton className="h-5 w-3/4" />}
      </div>
    ))}
  </Loading>
)
