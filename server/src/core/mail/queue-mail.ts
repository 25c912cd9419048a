import { randomUUID } from 'node:crypto'
import type { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import type { DutyTx, TenantTx } from '../db/tenant-tx.ts'
import { openForTenant, tenantKeyIn } from '../keys/tenant-key.ts'

/** What the outbox and the engine see of a mail: a number and something only we can open. */
export interface SealedMail {
  mailId: string
  sealed: string
  tenantId?: TenantId
}

const Opened = z.object({ to: z.string(), content: z.unknown() })

/**
 * Sent once the transaction has committed. Address and content (links!) are sealed from here to the mail server: with
 * the tenant's key where there is a tenant.
 */
export async function queueMail(ctx: Context, tx: DutyTx | TenantTx, to: string, content: object): Promise<void> {
  const mailId = randomUUID()
  const tenantId = 'tenantId' in tx ? tx.tenantId : undefined
  const text = JSON.stringify({ to, content })
  const sealed =
    'tenantId' in tx
      ? ctx.keyring.seal(await tenantKeyIn(ctx, tx), text, mailId)
      : ctx.keyring.system.seal(text, mailId)
  const args = { mailId, sealed: sealed.toString('base64'), ...(tenantId ? { tenantId } : {}) }
  tx.start(mailId, { workflow: 'sendMail', workflowId: `mail:${mailId}`, args })
}

export async function openMail(ctx: Context, { mailId, sealed, tenantId }: SealedMail) {
  const bytes = Buffer.from(sealed, 'base64')
  const opened = tenantId ? await openForTenant(ctx, tenantId, bytes, mailId) : ctx.keyring.system.open(bytes, mailId)
  return Opened.parse(JSON.parse(opened.toString('utf8')))
}
