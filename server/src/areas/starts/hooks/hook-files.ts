import { DeliveryFile, MAX_HOOK_FILES } from '@throughline/contracts/hooks'
import type { Json } from '@throughline/flow/eval'
import { valueAt } from '@throughline/flow/start-mapping'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { cleanFileName } from '../../../core/storage/file-name.ts'
import { truncate } from '../../../core/truncate.ts'

const LONGEST_ADDRESS = 2_000
const LONGEST_NAME = 200
export const Files = z.array(DeliveryFile)

interface NamedAddress {
  address: string
  name: string
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the sender calls it, else the end of its path. */
function nameOf(address: string, given: Json | undefined): string {
  const path = URL.parse(address)?.pathname ?? ''
  const named = typeof given === 'string' && given.trim() ? given : decoded(path.split('/').at(-1) ?? '')
  return cleanFileName(truncate(named, LONGEST_NAME) || 'file')
}

/** One address, a list of them, or a list of objects with `url` and perhaps `name`; others are left out. */
export function addressesIn(content: Json, path: string): NamedAddress[] {
  const value = path ? valueAt(content, path) : undefined
  const all: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const found = all.flatMap((one): NamedAddress[] => {
    const isObject = typeof one === 'object' && one !== null && !Array.isArray(one)
    const address = isObject ? one['url'] : one
    if (typeof address !== 'string' || address === '') return []
    return [{ address: address.slice(0, LONGEST_ADDRESS), name: nameOf(address, isObject ? one['name'] : undefined) }]
  })
  return found.slice(0, MAX_HOOK_FILES)
}

const hostOf = (address: string) => (URL.parse(address)?.hostname ?? '').slice(0, 253)

/** A start that is held was held before, with the same files: they are fetched once. */
async function isFetchedFor({ db, tenantId }: TenantTx, heldId: string): Promise<boolean> {
  const { rows } = await sql`select from hook_deliveries
    where tenant_id = ${tenantId} and held_id = ${heldId} and files is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Notes what will be fetched, and has it done once the instance has started. */
export async function fetchLater(
  tx: TenantTx,
  { id, files_path: path }: { id: string; files_path: string },
  { deliveryId, heldId }: { deliveryId: string; heldId?: string | undefined },
  content: Json,
): Promise<void> {
  const found = addressesIn(content, path)
  if (found.length === 0 || (heldId !== undefined && (await isFetchedFor(tx, heldId)))) return
  const files: DeliveryFile[] = found.map(({ address, name }) => ({
    host: hostOf(address),
    name,
    state: 'waiting',
    reason: null,
    bytes: null,
  }))
  await setFiles(tx.db, tx.tenantId, deliveryId, files)
  tx.start(deliveryId, {
    workflow: 'fetchHookFiles',
    workflowId: `hook-files:${tx.tenantId}:${deliveryId}`,
    args: { tenantId: tx.tenantId, hookId: id, deliveryId, path, count: files.length },
  })
}

export const setFiles = (db: Db, tenantId: string, deliveryId: string, files: readonly DeliveryFile[]) =>
  sql`update hook_deliveries set files = ${JSON.stringify(files)}::jsonb
    where tenant_id = ${tenantId} and id = ${deliveryId}`.execute(db)

/** Locked until the commit: each file is decided once. */
export async function lockFiles(db: Db, tenantId: string, deliveryId: string) {
  const { rows } = await sql<{ files: unknown; instance_id: string | null; held_id: string | null }>`
    select d.files, coalesce(d.instance_id, h.instance_id) as instance_id, d.held_id from hook_deliveries d
    left join held_starts h on h.tenant_id = ${tenantId} and h.id = d.held_id
    where d.tenant_id = ${tenantId} and d.id = ${deliveryId} for no key update of d`.execute(db)
  const [row] = rows
  return row && { instanceId: row.instance_id, isHeld: row.held_id !== null, files: z.parse(Files, row.files ?? []) }
}
