import type { InstanceSort } from '@throughline/contracts/instances'
import { type RawBuilder, sql } from 'kysely'

/** The order of the list by state, and of its branches. */
export const STATUSES = ['pending', 'in_progress', 'failed', 'completed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
export type Sort = InstanceSort | 'trash'

/** Where a row stands in its order. */
export interface InstancePosition {
  key: string
  id: string
}

interface Order {
  key: RawBuilder<string>
  /** Has an index in this very order. */
  by: RawBuilder<unknown>
  /** Of places read from several branches: the same order. */
  merged: RawBuilder<unknown>
  after: (place: InstancePosition) => RawBuilder<unknown>
}

const newer = (place: InstancePosition) => sql`id < ${place.id}::uuid`
const older = (place: InstancePosition) => sql`id > ${place.id}::uuid`
/** The instant with all its digits, as a text that reads back as the same instant. */
const DELETED = sql<string>`to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const ORDERS: Record<Sort, Order> = {
  newest: { key: sql`''`, by: sql`id desc`, merged: sql`id desc`, after: newer },
  oldest: { key: sql`''`, by: sql`id`, merged: sql`id`, after: older },
  name: {
    key: sql`name_key`,
    by: sql`name_key, id`,
    merged: sql`key collate "C", id`,
    after: ({ key, id }) => sql`(name_key, id) > (${key}, ${id}::uuid)`,
  },
  name_desc: {
    key: sql`name_key`,
    by: sql`name_key desc, id desc`,
    merged: sql`key collate "C" desc, id desc`,
    after: ({ key, id }) => sql`(name_key, id) < (${key}, ${id}::uuid)`,
  },
  // The key is the state's place among the states: each branch has its own.
  status: { key: sql`''`, by: sql`id desc`, merged: sql`key, id desc`, after: newer },
  trash: {
    key: DELETED,
    by: sql`deleted_at desc, id desc`,
    merged: sql`key desc, id desc`,
    after: ({ key, id }) => sql`(deleted_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
}

/** One range of an index. */
export interface Branch {
  key: RawBuilder<string>
  where: RawBuilder<unknown>
  after: RawBuilder<unknown> | undefined
  /** The same range only as far as a place that was found; undefined where it lies behind it. */
  upTo(place: InstancePosition): RawBuilder<unknown> | undefined
}

const upToId = (sort: Sort, { id }: InstancePosition) =>
  sort === 'oldest' ? sql`id <= ${id}::uuid` : sql`id >= ${id}::uuid`

function byState(statuses: readonly Status[], after: InstancePosition | undefined): Branch[] {
  const from = after ? Number(after.key) : 0
  return STATUSES.flatMap((status, place): Branch[] => {
    if (place < from || !statuses.includes(status)) return []
    return [
      {
        key: sql`${String(place)}::text`,
        where: sql`status = ${status}`,
        after: after && place === from ? newer(after) : undefined,
        upTo: (end) => {
          const last = Number(end.key)
          return place > last ? undefined : place < last ? sql`true` : upToId('status', end)
        },
      },
    ]
  })
}

/** Whether the order has an index for each state; else the states are looked at row by row. */
export const branchesByState = (sort: Sort) => sort === 'newest' || sort === 'oldest' || sort === 'status'

export function branchesOf(
  sort: Sort,
  statuses: readonly Status[] | undefined,
  after: InstancePosition | undefined,
): Branch[] {
  if (sort === 'status') return byState(statuses ?? STATUSES, after)
  const { key, after: behind } = ORDERS[sort]
  const rest = { key, after: after && behind(after), upTo: (place: InstancePosition) => upToId(sort, place) }
  if (!statuses) return [{ ...rest, where: sql`true` }]
  return statuses.map((status) => ({ ...rest, where: sql`status = ${status}` }))
}

/** Of places in several branches, which only orders by age have: whether one comes no later than another. */
export function isUpTo(sort: Sort, place: InstancePosition, end: InstancePosition): boolean {
  if (sort === 'status' && place.key !== end.key) return place.key < end.key
  return sort === 'oldest' ? place.id <= end.id : place.id >= end.id
}
