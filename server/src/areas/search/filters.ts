import type { IsValue } from '@throughline/contracts/search-query'
import { type RawBuilder, sql } from 'kysely'

export interface Moments {
  from?: Date
  before?: Date
}

/** A file of one family, category or media type. */
interface FileType {
  family?: string
  category?: string
  media?: string
}

/** What the typed filters mean, people, workflows and clients by id. */
export interface Filters {
  is: readonly IsValue[]
  from?: readonly string[]
  in?: readonly string[]
  client?: readonly string[]
  updated?: Moments
  due?: Moments | 'none' | 'overdue'
  file?: FileType
  /** Names of kinds; absent: all. */
  kinds?: readonly string[]
}

type Condition = RawBuilder<boolean>
export type IsConditions = Partial<Record<IsValue, Condition>>

/** What a kind can be filtered by. */
interface Filterable {
  is?: IsConditions
  from?: (ids: readonly string[]) => Condition
  in?: (ids: readonly string[]) => Condition
  client?: (ids: readonly string[]) => Condition
  updated?: (range: Moments) => Condition
  due?: (due: NonNullable<Filters['due']>) => Condition
  file?: (type: FileType) => Condition
}

const given = <V>(value: V | undefined, condition: ((value: V) => Condition) | undefined): Condition[] | undefined => {
  if (value === undefined) return []
  return condition && [condition(value)]
}

/** The conditions of all filters that are given; undefined where this kind has nothing to do with one of them. */
export function allowed(filters: Filters, by: Filterable): Condition[] | undefined {
  const conditions: (Condition[] | undefined)[] = [
    given(filters.from, by.from),
    given(filters.in, by.in),
    given(filters.client, by.client),
    given(filters.updated, by.updated),
    given(filters.due, by.due),
    given(filters.file, by.file),
    ...filters.is.map((value) => {
      const condition = by.is?.[value]
      return condition && [condition]
    }),
  ]
  return conditions.some((one) => one === undefined) ? undefined : conditions.flatMap((one) => one ?? [])
}

export function within(column: string, { from, before }: Moments): Condition {
  const name = sql.ref(column)
  return sql<boolean>`(${from ? sql`${name} >= ${from}` : sql`true`} and ${before ? sql`${name} < ${before}` : sql`true`})`
}

/** What has no due date lies at infinity. */
export function dueWithin(column: string, due: NonNullable<Filters['due']>, isOpen: Condition): Condition {
  if (due === 'none') return sql<boolean>`${sql.ref(column)} = 'infinity'`
  return due === 'overdue' ? sql<boolean>`(${isOpen} and ${sql.ref(column)} < now())` : within(column, due)
}
