import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { execute } from '../../../core/db/statement.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import type { StartReason } from '../start-reasons.ts'
import { insertMail, isFull } from './inbound-mails.queries.ts'

export interface Recipient {
  tenantId: string
  addressId: string
}

/** Whose address that is; undefined where it is nobody's. */
export async function findRecipient(ctx: Context, address: string): Promise<Recipient | undefined> {
  const [localPart = '', domain = ''] = address.toLowerCase().split('@')
  if (domain !== ctx.config.MAIL_IN_DOMAIN?.toLowerCase()) return undefined
  const { rows } = await execute<{ tenant_id: string; address_id: string }>(
    ctx.pools.tenant,
    'select tenant_id, address_id from auth.mail_recipient($1)',
    [localPart],
  )
  const [found] = rows
  return found && { tenantId: found.tenant_id, addressId: found.address_id }
}

/** What nobody decides would otherwise fill the disk, whoever sends it. */
export const keepsTooMuch = (ctx: Context, { tenantId, addressId }: Recipient): Promise<boolean> =>
  readTenant(ctx, { tenantId: TenantId.parse(tenantId) }, ({ db }) => isFull(db, tenantId, addressId))

/** Each round has an id of its own: under one that was used before, the engine starts nothing. */
export const startProcessing = (tx: TenantTx, mailId: string, round: string): void =>
  tx.start(mailId, {
    workflow: 'processMail',
    workflowId: `mail:${tx.tenantId}:${mailId}:${round}`,
    args: { tenantId: tx.tenantId, mailId },
  })

interface Arrived {
  objectKey: string | null
  size: number
  envelopeFrom: string
  rejected?: StartReason
}

/** Committed before the sender's server is told that it was received; what was refused is noted and read by nobody. */
export async function keepMail(ctx: Context, { tenantId, addressId }: Recipient, mail: Arrived): Promise<void> {
  await inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) => {
    const id = await insertMail(tx.db, tenantId, { addressId, ...mail })
    if (!mail.rejected) startProcessing(tx, id, 'first')
  })
}
