import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { CalendarItem } from '@throughline/contracts/calendar'
import { useCallback, useRef } from 'react'
import { useAct } from '../../shared/use-act.ts'
import { type CalendarPage, moveItem } from './calendar.api.ts'
import { calendarKey } from './calendar.keys.ts'
import { texts } from './calendar.texts.ts'
import type { Day } from './calendar-days.ts'
import { dayName } from './due-words.ts'
import { movedDue } from './moved-due.ts'

/** The page as it will be: the item stands on its new day. */
function moved(page: CalendarPage, item: CalendarItem, day: Day | null, due: string | null): CalendarPage {
  const without = page.days.map((one) => {
    const items = one.items.filter(({ id }) => id !== item.id)
    return items.length === one.items.length ? one : { ...one, items, count: one.count - 1 }
  })
  const there = day && without.find((one) => one.day === day && one.kind === item.kind)
  const placed: CalendarItem = { ...item, day: day ?? item.day, due_date: due }
  const days = there
    ? without.map((one) => (one === there ? { ...one, items: [...one.items, placed], count: one.count + 1 } : one))
    : day
      ? [...without, { day, kind: item.kind, count: 1, capped: false, items: [placed] }]
      : without
  return { ...page, days: days.filter(({ items, count, capped }) => capped || count > 0 || items.length > 0) }
}

function withVersion(page: CalendarPage, id: string, version: number): CalendarPage {
  const set = (items: readonly CalendarItem[]) => items.map((item) => (item.id === id ? { ...item, version } : item))
  const days = page.days.map((one) => ({ ...one, items: set(one.items) }))
  const still_open = page.still_open && { ...page.still_open, items: set(page.still_open.items) }
  return { ...page, days, upcoming: set(page.upcoming), still_open }
}

/** The moves of one item that are under way. */
interface Line {
  /** What the last answer said, or the item before the first. */
  version: number
  isMoved: boolean
  waiting: number
  /** The pages as they were before all of them. */
  before: readonly [QueryKey, CalendarPage | undefined][] | undefined
  last: Promise<unknown>
}

/** Sends the moves of an item one after the other, each with the version that the one before was answered with. */
function useLines() {
  const queries = useQueryClient()
  const lines = useRef(new Map<string, Line>())
  const join = useCallback(({ id, version }: CalendarItem): Line => {
    const line: Line = lines.current.get(id) ?? {
      version,
      isMoved: false,
      waiting: 0,
      before: undefined,
      last: Promise.resolve(),
    }
    lines.current.set(id, line)
    line.waiting++
    return line
  }, [])
  const send = useCallback(
    async (line: Line, item: CalendarItem, due: string | null) => {
      const sendNext = async () => {
        await line.last
        line.version = await moveItem(item, due, line.version)
        line.isMoved = true
        queries.setQueriesData<CalendarPage>(
          { queryKey: calendarKey },
          (page) => page && withVersion(page, item.id, line.version),
        )
      }
      const turn = sendNext()
      line.last = turn.catch(() => undefined)
      try {
        await turn
      } finally {
        line.waiting--
        if (line.waiting === 0) lines.current.delete(item.id)
      }
    },
    [queries],
  )
  // While something is still under way, what the server says is older than what is shown.
  const refresh = useCallback(
    () => (lines.current.size === 0 ? queries.invalidateQueries({ queryKey: calendarKey }) : Promise.resolve()),
    [queries],
  )
  return { join, send, refresh }
}

/** Shows it on its new day at once, and puts it back where the server refuses, with who was faster. */
export function useMove(zone: string) {
  const queries = useQueryClient()
  const { join, send, refresh } = useLines()
  const { run } = useAct({ refresh })
  return useCallback(
    async (item: CalendarItem, day: Day | null): Promise<boolean> => {
      const due = day === null ? null : movedDue(item, day, zone)
      const line = join(item)
      const show = async () => {
        await queries.cancelQueries({ queryKey: calendarKey })
        line.before ??= queries.getQueriesData<CalendarPage>({ queryKey: calendarKey })
        queries.setQueriesData<CalendarPage>({ queryKey: calendarKey }, (page) => page && moved(page, item, day, due))
        return () => {
          // Where others of it are still under way or were done, where it stands is read anew instead.
          if (line.waiting > 0 || line.isMoved) return
          for (const [key, page] of line.before ?? []) queries.setQueryData(key, page)
        }
      }
      return run({
        name: item.id,
        optimistic: show,
        call: () => send(line, item, due),
        done: day === null ? texts.move.removed(item.title) : texts.move.done(item.title, dayName(day)),
        undo: () =>
          run({
            call: () => send(join({ ...item, version: line.version }), item, item.due_date),
            done: texts.move.done(item.title, dayName(item.day)),
            failed: texts.move.failed,
            toast: 'calendar-move',
          }),
        failed: texts.move.failed,
        toast: 'calendar-move',
      })
    },
    [queries, run, zone, join, send],
  )
}

export type Move = ReturnType<typeof useMove>
