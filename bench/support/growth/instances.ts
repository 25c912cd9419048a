import type { Admin, Crew } from './crew.ts'
import { INSTANCES } from './rows.ts'
import { LIMITED, OPEN } from './world.ts'

const PER_SLICE = 60_000

/** First and last of each. */
export const slicesOf = (rows: number): number[][] =>
  Array.from({ length: Math.ceil(rows / PER_SLICE) }, (_, n) => [
    n * PER_SLICE + 1,
    Math.min((n + 1) * PER_SLICE, rows),
  ])

export const loadInstances = ({ each }: Crew, instances: number): Promise<void> =>
  each(slicesOf(instances), (client, bounds) => client.query(INSTANCES, [...bounds, instances, LIMITED, OPEN]))

const PARTS = 4

/** Equal parts of a table, however it is stored: each can be read by another connection. */
export const partsOf = (table: string): string[] =>
  Array.from(
    { length: PARTS },
    (_, place) => `(select * from ${table} where (uuid_hash_extended(id, 77) & ${PARTS - 1}) = ${place})`,
  )

export const counted = async (admin: Admin, text: string, values: unknown[] = []): Promise<number> =>
  Number((await admin.query<{ n: string }>(`select ${text} as n`, values)).rows[0]?.n)

/** The first id that is found; empty where there is none. */
export const found = async (admin: Admin, text: string, values: unknown[]): Promise<string> =>
  (await admin.query<{ id: string }>(text, values)).rows[0]?.id ?? ''
