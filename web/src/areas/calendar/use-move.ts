import { useQueryClient } from '@tanstack/react-query'
import type { CalendarItem } from '@throughline/contracts/calendar'
import { useCallback } from 'react'
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
  return { ...page, days: days.filter(({ items, count }) => count > 0 || items.length > 0) }
}

/** Shows it on its new day at once, and puts it back where the server refuses, with who was faster. */
export function useMove(zone: string) {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: calendarKey }), [queries])
  const { run } = useAct({ refresh })
  return useCallback(
    async (item: CalendarItem, day: Day | null): Promise<boolean> => {
      const due = day === null ? null : movedDue(item, day, zone)
      let version: number | undefined
      const show = async () => {
        await queries.cancelQueries({ queryKey: calendarKey })
        const before = queries.getQueriesData<CalendarPage>({ queryKey: calendarKey })
        queries.setQueriesData<CalendarPage>({ queryKey: calendarKey }, (page) => page && moved(page, item, day, due))
        return () => {
          for (const [key, page] of before) queries.setQueryData(key, page)
        }
      }
      return run({
        name: item.id,
        optimistic: show,
        call: async () => {
          version = await moveItem(item, due)
        },
        done: day === null ? texts.move.removed(item.title) : texts.move.done(item.title, dayName(day)),
        undo: () =>
          run({
            call: () => moveItem(item, item.due_date, version),
            done: texts.move.done(item.title, dayName(item.day)),
            failed: texts.move.failed,
            toast: 'calendar-move',
          }),
        failed: texts.move.failed,
        toast: 'calendar-move',
      })
    },
    [queries, run, zone],
  )
}

export type Move = ReturnType<typeof useMove>
