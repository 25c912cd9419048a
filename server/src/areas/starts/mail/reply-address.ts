import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'

/** The address whose mail started the instance, else the oldest one of its workflow that takes mail now. */
export async function addressForReplies(
  { config }: Context,
  { db, tenantId }: ReadTx,
  instanceId: string,
): Promise<string | undefined> {
  const domain = config.MAIL_IN_DOMAIN
  if (!domain) return undefined
  const { rows } = await sql<{ local_part: string }>`
    select a.local_part from instances i
    join workflow_triggers t on t.tenant_id = ${tenantId} and t.workflow_id = i.workflow_id and t.kind = 'mail'
    join mail_addresses a on a.tenant_id = ${tenantId} and a.id = t.id
    where i.tenant_id = ${tenantId} and i.id = ${instanceId} and t.paused_at is null
    order by exists (select from inbound_mails m where m.tenant_id = ${tenantId} and m.instance_id = i.id
      and m.address_id = a.id and m.state = 'started') desc, a.id limit 1`.execute(db)
  return rows[0] && `${rows[0].local_part}@${domain}`
}
