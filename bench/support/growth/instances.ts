import type { Admin, Crew } from './crew.ts'
import { INSTANCES } from './rows.ts'
import { LIMITED, OPEN } from './world.ts'

const PER_SLICE = 60_000

/** So many instances; answers with the partitions they are in, that with the large tenant first, so that nobody waits for it at the end. */
export async function loadInstances({ admin, each }: Crew, instances: number): Promise<string[]> {
  const slices = Array.from({ length: Math.ceil(instances / PER_SLICE) }, (_, n) => [
    n * PER_SLICE + 1,
    Math.min((n + 1) * PER_SLICE, instances),
  ])
  await each(slices, (client, bounds) => client.query(INSTANCES, [...bounds, instances, LIMITED, OPEN]))
  const { rows } = await admin.query<{ part: string }>(
    `select right(c.relname, 3) as part from pg_inherits h join pg_class c on c.oid = h.inhrelid
     where h.inhparent = 'instances'::regclass order by pg_relation_size(c.oid) desc`,
  )
  return rows.map(({ part }) => part)
}

export const counted = async (admin: Admin, text: string, values: unknown[] = []): Promise<number> =>
  Number((await admin.query<{ n: string }>(`select ${text} as n`, values)).rows[0]?.n)

/** The first id that is found; empty where there is none. */
export const found = async (admin: Admin, text: string, values: unknown[]): Promise<string> =>
  (await admin.query<{ id: string }>(text, values)).rows[0]?.id ?? ''
