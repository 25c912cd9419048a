import type { DayRange, Ended, Late } from '@throughline/contracts/running'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import { endOfDay } from './due.ts'
import { findZone } from './redate.queries.ts'

type LateFilter = z.output<typeof Late>
const DAY = 86_400_000

/** What a figure counted, as a list filters it. */
export interface CountedFilter {
  /** The moment at which it was counted. */
  asOf: Date
  /** Nothing created later, because the moment was given. */
  isPast: boolean
  ended: 'no' | { begins: Date; ends: Date } | undefined
  late: LateFilter | undefined
}

interface CountedQuery {
  as_of?: string | undefined
  ended?: z.output<typeof Ended> | undefined
  late?: LateFilter | undefined
}

/** The moments between which days of the organization lie. */
export function boundsOf({ from, to }: z.output<typeof DayRange>, timeZone: string) {
  const before = new Date(Date.parse(from) - DAY).toISOString().slice(0, 10)
  return { begins: endOfDay(before, timeZone), ends: endOfDay(to, timeZone) }
}

/** Undefined where nothing of it is asked for. */
export async function countedFilterOf(
  db: Db,
  tenantId: string,
  asked: CountedQuery,
): Promise<CountedFilter | undefined> {
  const { as_of, ended, late } = asked
  if (as_of === undefined && ended === undefined && late === undefined) return undefined
  const days =
    ended === undefined || ended === 'no' ? undefined : boundsOf(ended, (await findZone(db, tenantId)).time_zone)
  return {
    asOf: as_of ? new Date(as_of) : new Date(),
    isPast: as_of !== undefined,
    ended: days ?? (ended && 'no'),
    late,
  }
}

/** Of rows under this name: whether they ended late, or were late while they were open, by the moment in a column. */
export function isLate(table: string, column: string, late: LateFilter, asOf: Date): RawBuilder<boolean> {
  const due = sql.ref(`${table}.${column}`)
  const known = sql`(${due} is not null and ${due} < 'infinity')`
  if (late === 'known') return sql<boolean>`${known}`
  const ended = sql.ref(`${table}.completed_at`)
  const isOver = sql`case when ${ended} < ${asOf} then ${ended} > ${due} else ${due} < ${asOf} end`
  return late === 'yes' ? sql<boolean>`(${known} and ${isOver})` : sql<boolean>`(${known} and not ${isOver})`
}

/** Conditions on rows of instances or tasks under this name. */
export function countedConditions(table: string, { asOf, isPast, ended, late }: CountedFilter): RawBuilder<boolean>[] {
  const [created, completed] = ['created_at', 'completed_at'].map((column) => sql.ref(`${table}.${column}`))
  return [
    ...(isPast ? [sql<boolean>`${created} < ${asOf}`] : []),
    ...(ended === 'no' ? [sql<boolean>`(${completed} is null or ${completed} >= ${asOf})`] : []),
    ...(ended && ended !== 'no'
      ? [
          sql<boolean>`(${sql.ref(`${table}.status`)} = 'completed' and ${completed} >= ${ended.begins}
            and ${completed} < ${ended.ends < asOf ? ended.ends : asOf})`,
        ]
      : []),
    ...(late ? [isLate(table, 'due_sort', late, asOf)] : []),
  ]
}
