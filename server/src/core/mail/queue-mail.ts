import { randomUUID } from 'node:crypto'
import type { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import type { DutyTx, TenantTx } from '../db/tenant-tx.ts'
import { tenantKey } from '../keys/tenant-key.ts'

/** What the outbox and the engine see of a mail: a number and something only we can open. */
export interface SealedMail {
  mailId: string
  sealed: string
  tenantId?: TenantId
}

const Opened = z.object({ to: z.string(), content: z.unknown() })

const keyOf = async (ctx: Context, tenantId: TenantId | undefined) =>
  tenantId ? tenantKey(ctx, tenantId) : ctx.keyring.systemKey()

/**
 * Sent once the transaction has committed. Address and content (links!) are sealed from here to the mail server: with
 * the tenant's key where there is a tenant.
 */
export async function queueMail(ctx: Context, tx: DutyTx | TenantTx, to: string, content: object): Promise<void> {
  const mailId = randomUUID()
  const tenantId = 'tenantId' in tx ? tx.tenantId : undefined
  const key = await keyOf(ctx, tenantId)
  const sealed = ctx.keyring.seal(key, JSON.stringify({ to, content }), mailId).toString('base64')
  const args = { mailId, sealed, ...(tenantId ? { tenantId } : {}) }
  tx.start(mailId, { workflow: 'sendMail', workflowId: `mail:${mailId}`, args })
}

export async function openMail(ctx: Context, { mailId, sealed, tenantId }: SealedMail) {
  const opened = ctx.keyring.open(await keyOf(ctx, tenantId), Buffer.from(sealed, 'base64'), mailId)
  return Opened.parse(JSON.parse(opened.toString('utf8')))
}
