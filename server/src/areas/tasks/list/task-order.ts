import type { TaskSort } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import type { Range } from './stored-states.ts'

export type Direction = 'asc' | 'desc'

/** The moment with all its digits, as a text that reads back as the same moment. */
const moment = sql`case when isfinite(due_sort) then to_char(due_sort at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  else due_sort::text end`

interface Key {
  column: string
  text: RawBuilder<unknown>
  type: RawBuilder<unknown>
}

const DUE: Key = {
  column: 'due_sort',
  text: moment,
  type: sql`timestamptz`,
}
const NAME: Key = { column: 'name_key', text: sql`name_key`, type: sql`text` }
const TYPE: Key = { column: 'task_type', text: sql`task_type`, type: sql`text` }
const PRIORITY: Key = {
  column: 'priority',
  text: sql`priority::text`,
  type: sql`smallint`,
}

const KEYS: Record<TaskSort, readonly Key[]> = {
  dueDate: [DUE],
  title: [NAME],
  priority: [PRIORITY, DUE],
  type: [TYPE, DUE],
}

/** An order, and where in it a page begins. The id comes last and tells apart what is otherwise equal. */
export interface TaskOrder {
  by: RawBuilder<unknown>
  /** What stands in a cursor. */
  keys: RawBuilder<unknown>
  /** Behind a place; of a range of dates that begins on the same side, only what lies within it. */
  after(keys: readonly string[], range?: Range): RawBuilder<boolean>
}

/** The range whose first row, in this direction, lies at this very moment. */
export const beginsNow = (direction: Direction): Range => (direction === 'asc' ? 'ahead' : 'past')

export function orderOf(sort: TaskSort, direction: Direction): TaskOrder {
  const keys = KEYS[sort]
  const way = direction === 'asc' ? sql`` : sql` desc`
  const columns = [...keys.map(({ column }) => column), 'id']
  const compare = direction === 'asc' ? sql`>` : sql`<`
  return {
    by: sql.join(columns.map((column) => sql`${sql.ref(column)}${way}`)),
    keys: sql`array[${sql.join([...keys.map(({ text }) => text), sql`id::text`])}]`,
    after: (given, range = 'any') => {
      const later = direction === 'asc' ? sql`greatest` : sql`least`
      const values = keys.map((key, n) => {
        const value = sql`${given[n]}::${key.type}`
        return key === DUE && range === beginsNow(direction) ? sql`${later}(${value}, now())` : value
      })
      return sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${compare} (${sql.join([...values, sql`${given.at(-1)}::uuid`])})`
    },
  }
}
