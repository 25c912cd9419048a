import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CalendarItem, getCalendar } from '@throughline/contracts/calendar'
import { MAX_OF_DAY } from '@throughline/contracts/calendar-lists'
import type { Output } from '@throughline/contracts/endpoint'
import { api } from '../../shared/api.ts'
import { editInstance } from '../instances/instances.api.ts'
import { editTask } from '../tasks/task-acts.api.ts'
import { calendarKey } from './calendar.keys.ts'
import type { CalendarAddress } from './calendar-address.ts'
import type { Day } from './calendar-days.ts'
import { statusesIn, withoutIn, withoutOut } from './calendar-filter.ts'

/** With the days that were asked for: until others have come, those before them stand in. */
export type CalendarPage = Output<typeof getCalendar>['data'] & { from: Day; to: Day }

const filterOf = (address: CalendarAddress) => ({
  kind: address.only,
  // A list of none is a filter, too: without it all would be shown.
  status: statusesIn(address).join() || ',',
  without_type: withoutOut(withoutIn(address)),
  mine: address.mine ? 'true' : undefined,
})

/** Of a single day as much as is ever sent, of several what a cell has room for. */
export const calendarQuery = (from: Day, to: Day, address: CalendarAddress) => {
  const query = { from, to, ...filterOf(address), limit: from === to ? MAX_OF_DAY : undefined }
  return queryOptions({
    queryKey: [...calendarKey, 'range', query],
    queryFn: async ({ signal }): Promise<CalendarPage> => {
      const { data } = await api(getCalendar, { query }, { signal })
      return { ...data, from, to }
    },
    placeholderData: keepPreviousData,
  })
}

/** The ordinary change of a task or an instance: nothing that somebody else changed meanwhile is overwritten. */
export async function moveItem(item: CalendarItem, due_date: string | null, version: number): Promise<number> {
  const body = { due_date, version }
  return item.kind === 'task'
    ? (await editTask(item.id, body)).data.version
    : (await editInstance(item.id, body)).version
}
