import type { TestDatabase } from '../../../server/test/database.ts'

/** A connection past all policies. */
export type Admin = Parameters<Parameters<TestDatabase['admin']>[0]>[0]

export interface Crew {
  admin: Admin
  /** Each piece of work by whoever is free, in this order. */
  each: <T>(work: readonly T[], act: (client: Admin, one: T) => Promise<unknown>) => Promise<void>
}

/** Foreign keys are not checked row by row: they are right, and there are many. */
const SETTINGS = `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '768MB';
  set work_mem = '256MB'`

/** Two connections past all policies: one for each processor of a small machine. */
export const withCrew = (database: Pick<TestDatabase, 'admin'>, load: (crew: Crew) => Promise<void>): Promise<void> =>
  database.admin((first) =>
    database.admin(async (second) => {
      const clients = [first, second]
      for (const client of clients) await client.query(SETTINGS)
      await load({
        admin: first,
        each: async (work, act) => {
          const waiting = [...work]
          await Promise.all(
            clients.map(async (client) => {
              for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(client, one)
            }),
          )
        },
      })
    }),
  )
