import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Until so many of the database's connections wait for a lock that somebody else holds. */
export const untilWaiting = (database: TestDatabase, many: number): Promise<void> =>
  expect
    .poll(
      () =>
        database.admin(async (client) => {
          const { rows } = await client.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]?.n
        }),
      { timeout: 10_000, interval: 20 },
    )
    .toBe(many)
