import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { cleanFileName } from '../../../core/storage/file-name.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import type { StoredUpload } from '../../../core/storage/stored-uploads.ts'
import { findWaiting } from './inbound-mails.queries.ts'
import { borderVerified } from './judge-message.ts'
import { finishWaiting, giveUpWaiting, holdUnread, processMail } from './process-mail.ts'
import { type MailFile, readMessage } from './read-message.ts'
import { isReadOneWay, isSenderVerified, type TextResolver } from './verify-sender.ts'

export interface ReceivedMail {
  tenantId: string
  mailId: string
}

const findReceived = (ctx: Context, { tenantId, mailId }: ReceivedMail) =>
  readTenant(ctx, { tenantId: TenantId.parse(tenantId) }, ({ db }) =>
    db
      .selectFrom('inbound_mails')
      .select('object_key')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', mailId)
      .where('state', '=', 'received')
      .executeTakeFirst(),
  )

export function createProcessMailActivities(ctx: Context, storage: Storage, resolve: TextResolver) {
  const store = async ({ name, type, content }: MailFile): Promise<StoredUpload> => {
    const bytes = Buffer.from(content, 'base64')
    return {
      name: cleanFileName(name),
      sha256: createHash('sha256').update(bytes).digest(),
      bytes: bytes.length,
      media_type: type,
      object_key: await storage.receiveStream(Readable.from([bytes])),
      clean: false,
    }
  }
  const read = async (raw: Buffer) => {
    const found = await readMessage(raw)
    if ('problem' in found) return found
    const { message } = found
    const verified =
      message.froms === 1 &&
      isReadOneWay(raw) &&
      (borderVerified(message, ctx.config.MAIL_IN_AUTHSERV_ID) || (await isSenderVerified(raw, resolve)))
    const files: StoredUpload[] = []
    for (const file of found.files) files.push(await store(file))
    return { message, verified, files }
  }
  const inTransaction = <T>({ tenantId, mailId }: ReceivedMail, act: (tx: TenantTx, id: string) => Promise<T>) =>
    repeatOnLock(() => inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, (tx) => act(tx, mailId)))
  return {
    /** May run again: what was decided is decided, and files that nobody holds are removed from quarantine. */
    async processReceivedMail(of: ReceivedMail): Promise<string | undefined> {
      const mail = await findReceived(ctx, of)
      if (!mail?.object_key) return undefined
      const raw = await buffer((await storage.quarantined(mail.object_key)).stream)
      const found = await read(raw)
      const scope = { tenantId: TenantId.parse(of.tenantId) }
      // Thanks are sealed with it: loaded within, it would wait for a second connection while rows are locked.
      await tenantKey(ctx, scope.tenantId)
      return repeatOnLock(() => inTenant(ctx, scope, (tx) => processMail(ctx, tx, of.mailId, found)))
    },
    /** True as long as its start still waits; one that no longer fits, or is too old, is given up. */
    async finishWaitingMail(of: ReceivedMail): Promise<boolean> {
      const { tenantId, mailId } = of
      const scope = { tenantId: TenantId.parse(tenantId) }
      const waiting = await readTenant(ctx, scope, ({ db }) => findWaiting(db, tenantId, mailId))
      if (!waiting?.object_key) return false
      const { instance_id: instanceId } = waiting
      if (!instanceId) return !(await inTransaction(of, giveUpWaiting))
      const found = await read(await buffer((await storage.quarantined(waiting.object_key)).stream))
      await tenantKey(ctx, scope.tenantId)
      await inTransaction(of, (tx, id) => finishWaiting(ctx, tx, { id, instanceId }, found))
      return false
    },
    holdUnreadMail: (of: ReceivedMail): Promise<void> => inTransaction(of, holdUnread),
  }
}

export type ProcessMailActivities = ReturnType<typeof createProcessMailActivities>
