import type { Db } from '../../core/db/bound-kysely.ts'

export const liveSubscription = (db: Db, tenantId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['plan', 'status', 'auto_renew', 'starts_at', 'ends_at', 'canceled_at'])
    .where('tenant_id', '=', tenantId)
    .where('live', '=', true)
    .executeTakeFirst()
