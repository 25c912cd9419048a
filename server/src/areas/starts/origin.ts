import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'

/**
 * What is still known of the calls and mails that an instance came from, or that joined it, is removed with it. The key by
 * which a repeat was known went with the instance: what was permanently deleted is forgotten, and a call that comes again
 * can start another.
 */
export async function forgetOriginOf(db: Db, tenantId: string, instanceId: string): Promise<void> {
  await sql`update inbound_mails set sender = null, subject = null, envelope_from = '', reason = null, object_key = null
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
  await sql`update hook_deliveries set body = null, key_no = null, files = null
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
  // A call that was held names only what it waited as.
  await sql`update hook_deliveries d set body = null, key_no = null, files = null from held_starts h
    where h.tenant_id = ${tenantId} and h.instance_id = ${instanceId}
      and d.tenant_id = ${tenantId} and d.held_id = h.id`.execute(db)
  await sql`update held_starts set given = '{}', name = '-'
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
}

/** Files that a call named and that couldn't be fetched, and attachments that weren't kept. */
export async function originProblemsOf({ db, tenantId }: ReadTx, instanceId: string): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select (f ->> 'name') || ' from ' || (f ->> 'host') || ' wasn’t fetched: ' || (f ->> 'reason') as problem
    from hook_deliveries d, jsonb_array_elements(d.files) f
    where d.tenant_id = ${tenantId} and d.instance_id = ${instanceId} and f ->> 'state' = 'failed'
    union all
    select (f ->> 'name') || ' from ' || (f ->> 'host') || ' wasn’t fetched: ' || (f ->> 'reason')
    from held_starts h join hook_deliveries d on d.tenant_id = ${tenantId} and d.held_id = h.id,
      jsonb_array_elements(d.files) f
    where h.tenant_id = ${tenantId} and h.instance_id = ${instanceId} and f ->> 'state' = 'failed'
    union all
    select m.reason ->> 'message' from inbound_mails m
    where m.tenant_id = ${tenantId} and m.instance_id = ${instanceId} and m.state in ('started', 'joined')
      and m.reason is not null
    limit 20`.execute(db)
  return rows.map(({ problem }) => problem)
}
