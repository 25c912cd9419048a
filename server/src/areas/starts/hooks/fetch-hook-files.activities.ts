import { type DeliveryFile, MAX_HOOK_FILE_BYTES, MAX_HOOK_FILES_BYTES } from '@throughline/contracts/hooks'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inSavepoint } from '../../../core/db/in-savepoint.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import type { Egress } from '../../../core/egress/egress.ts'
import { AppError } from '../../../core/errors.ts'
import { openForTenant } from '../../../core/keys/tenant-key.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import type { StoredUpload } from '../../../core/storage/stored-uploads.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { NOBODYS_LOOK } from '../seen-instances.ts'
import { giveMailFiles } from '../starts.ports.ts'
import { findTrigger } from '../triggers.queries.ts'
import { readContent } from './call-content.ts'
import { bodyAad, callOf } from './deliver.ts'
import { findDelivery } from './deliveries.queries.ts'
import { downloadFile, type Fetched, TOO_LARGE } from './download-file.ts'
import { addressesIn, lockFiles, setFiles } from './hook-files.ts'

export interface HookFiles {
  tenantId: string
  hookId: string
  deliveryId: string
  /** Where the addresses stand in the body, as the webhook said when the call came. */
  path: string
  count: number
}

const scopeOf = ({ tenantId }: HookFiles) => ({ tenantId: TenantId.parse(tenantId) })

const addressOf = (ctx: Context, of: HookFiles, at: number) =>
  readTenant(ctx, scopeOf(of), async (tx) => {
    const row = await findDelivery(tx.db, tx.tenantId, of.hookId, NOBODYS_LOOK, of.deliveryId)
    if (!row?.body) return undefined
    const body = await openForTenant(ctx, tx.tenantId, row.body, bodyAad(tx.tenantId, row.id))
    return addressesIn(readContent(callOf(body.toString('utf8'))), of.path)[at]
  })

type Outcome = Pick<DeliveryFile, 'state' | 'reason' | 'bytes'>
const failed = (reason: string): Outcome => ({ state: 'failed', reason, bytes: null })

/** A workspace that is full keeps the call and reads why the file is missing. */
async function keep(tx: TenantTx, instance: { id: string; workflow_id: string }, file: StoredUpload): Promise<Outcome> {
  try {
    await inSavepoint(tx, (inner) => giveMailFiles.call(inner, instance, [file]))
    return { state: 'kept', reason: null, bytes: file.bytes }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failed(error.message)
  }
}

async function decideIn(tx: TenantTx, of: HookFiles, at: number, fetched: Fetched): Promise<void> {
  const { db, tenantId } = tx
  const found = await lockFiles(db, tenantId, of.deliveryId)
  const trigger = await findTrigger(db, tenantId, of.hookId)
  const before = found?.files[at]
  if (!found || !trigger || before?.state !== 'waiting') return
  const { workflow_id, visibility } = trigger
  let outcome = failed('reason' in fetched ? fetched.reason : 'Its instance was deleted.')
  if ('file' in fetched && found.instanceId)
    outcome = await keep(tx, { id: found.instanceId, workflow_id }, fetched.file)
  await setFiles(db, tenantId, of.deliveryId, found.files.with(at, { ...before, ...outcome }))
  await publishWorkflowFrame(tx, 'workflow.starts', { id: workflow_id, visibility })
}

export function createHookFileActivities(ctx: Context, storage: Pick<Storage, 'receiveStream'>, egress: Egress) {
  const filesOf = (of: HookFiles) => inTenant(ctx, scopeOf(of), ({ db }) => lockFiles(db, of.tenantId, of.deliveryId))
  const decide = (of: HookFiles, at: number, fetched: Fetched) =>
    repeatOnLock(() => inTenant(ctx, scopeOf(of), (tx) => decideIn(tx, of, at, fetched)))

  async function fetched(of: HookFiles, at: number, files: readonly DeliveryFile[]): Promise<Fetched> {
    const named = await addressOf(ctx, of, at)
    if (!named) return { reason: 'The body of the call is no longer kept.' }
    const left = MAX_HOOK_FILES_BYTES - files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    if (left <= 0) return { reason: TOO_LARGE }
    return downloadFile(egress, storage, { ...named, maxBytes: Math.min(MAX_HOOK_FILE_BYTES, left) })
  }

  return {
    /** Whether its instance has started, is still waited for, or will never be there. */
    hookFilesReady: async (of: HookFiles): Promise<'ready' | 'waiting' | 'gone'> => {
      const found = await filesOf(of)
      if (!found) return 'gone'
      if (found.instanceId) return 'ready'
      return found.isHeld ? 'waiting' : 'gone'
    },
    /** May run again: a file that was decided stays so, and what was stored for nothing is removed from quarantine. */
    fetchHookFile: async (of: HookFiles, at: number): Promise<void> => {
      const found = await filesOf(of)
      if (found?.files[at]?.state === 'waiting') await decide(of, at, await fetched(of, at, found.files))
    },
    giveUpHookFile: (of: HookFiles, at: number, reason: string): Promise<void> => decide(of, at, { reason }),
  }
}

export type HookFileActivities = ReturnType<typeof createHookFileActivities>
