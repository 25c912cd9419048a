import { hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { Secret } from '../secret.ts'
import { type DataKey, KEY_BYTES, open, seal } from './cipher.ts'
import { KeyCache } from './key-cache.ts'
import { createSigner, type Signer } from './signer.ts'

export type WrappedKey = { kek_id: string; wrapped: Buffer }
export type TenantKeyRow = WrappedKey & { key_no: number }
export type Keyring = ReturnType<typeof createKeyring>

/** A wrapped key names a master key that this process does not have. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError'
}

const CACHED_TENANTS = 1_000
const CACHED_MS = 10 * 60_000
const SYSTEM_KEY_LABEL = 'throughline/system-key/v1'
const ENGINE_KEY_LABEL = 'throughline/engine-key/v1'
const SIGNING_KEY_LABEL = 'throughline/audit-heads/v1'

/** What a tenant's data key is wrapped with, so that a row copied to another tenant does not unwrap. */
export const tenantKeyAad = (tenantId: string, keyNo: number): string => `tenant_keys:${tenantId}:${keyNo}`

export function createKeyring(config: Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_ID'>) {
  const master = Buffer.from(config.MASTER_KEY.reveal(), 'base64')
  if (master.length !== KEY_BYTES) throw new Error(`MASTER_KEY must be ${KEY_BYTES} bytes in base64`)
  const masterKey: DataKey = { keyNo: 0, secret: new Secret(master) }
  const derived = Buffer.from(hkdfSync('sha256', master, '', SYSTEM_KEY_LABEL, KEY_BYTES))
  const systemKey: DataKey = { keyNo: 0, secret: new Secret(derived) }
  const signer = createSigner(master, config.MASTER_KEY_ID, SIGNING_KEY_LABEL)
  const tenantKeys = new KeyCache(CACHED_TENANTS, CACHED_MS)
  const engineKeys = new Map<string, DataKey>()

  const wrap = (dataKey: Buffer, aad: string): WrappedKey => ({
    kek_id: config.MASTER_KEY_ID,
    wrapped: seal(masterKey, dataKey, aad),
  })

  const unwrap = (row: WrappedKey, aad: string): Buffer => {
    if (row.kek_id !== config.MASTER_KEY_ID) throw new UnknownMasterKeyError(`no master key with the id ${row.kek_id}`)
    return open(masterKey, row.wrapped, aad)
  }

  return {
    newDataKey: (): Buffer => randomBytes(KEY_BYTES),
    wrap,
    unwrap,
    /** Kept for ten minutes, so that a codec does not need the network for each payload. */
    tenantKey: (tenantId: string, load: () => Promise<TenantKeyRow>): Promise<DataKey> =>
      tenantKeys.get(tenantId, async () => {
        const row = await load()
        return { keyNo: row.key_no, secret: new Secret(unwrap(row, tenantKeyAad(tenantId, row.key_no))) }
      }),
    /** A tenant's own key for what the engine keeps: derived, so that finding it never needs a network. */
    engineKey: (tenantId: string): DataKey => {
      const known = engineKeys.get(tenantId)
      if (known) return known
      if (engineKeys.size >= CACHED_TENANTS) engineKeys.clear()
      const bytes = Buffer.from(hkdfSync('sha256', master, tenantId, ENGINE_KEY_LABEL, KEY_BYTES))
      const key: DataKey = { keyNo: 0, secret: new Secret(bytes) }
      engineKeys.set(tenantId, key)
      return key
    },
    /** For what exists before a tenant does. */
    systemKey: (): DataKey => systemKey,
    /** For what is put away so that a later change shows. */
    signer: (): Signer => signer,
    seal,
    open,
  }
}
