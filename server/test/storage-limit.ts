import type { TestDatabase } from './database.ts'

/** Puts a workspace on a plan of its own, which is free and allows so many bytes. */
export const limitStorage = (database: TestDatabase, tenantId: string, bytes: number) =>
  database.admin((admin) =>
    admin.query(
      `with plan as (
        insert into plans (name, plan_type, country, billing_period, currency, price, rank, storage)
        values ('Small', 'business', 'US', 'monthly', 'USD', 0, 1, $2) returning id)
      update subscriptions set plan_id = (select id from plan) where tenant_id = $1`,
      [tenantId, bytes],
    ),
  )
