import { randomBytes } from 'node:crypto'
import { type Config, masterKeysOf } from '../config.ts'
import { Secret } from '../secret.ts'
import { type DataKey, derivedHeader, KEY_BYTES, numberedHeader, open, seal } from './cipher.ts'
import { createDerivedSealer, type MasterKey, type Sealer, UnknownMasterKeyError } from './derived-sealer.ts'
import { createSigner, type Signer } from './signer.ts'

type Entry<Key> = { readonly key: Promise<Key>; readonly usableUntil: number }

/** The least recently used keys leave first; asking twice at once loads once; a failed load is not remembered. */
class KeyCache<Key> {
  readonly #entries = new Map<string, Entry<Key>>()
  readonly #capacity: number
  readonly #lifeMs: number

  constructor(capacity: number, lifeMs: number) {
    this.#capacity = capacity
    this.#lifeMs = lifeMs
  }

  async get(id: string, load: () => Promise<Key>): Promise<Key> {
    const known = this.#entries.get(id)
    this.#entries.delete(id)
    const entry =
      known && known.usableUntil > Date.now() ? known : { key: load(), usableUntil: Date.now() + this.#lifeMs }
    this.#entries.set(id, entry)
    this.#dropOldest()
    try {
      return await entry.key
    } catch (failure) {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
      throw failure
    }
  }

  #dropOldest(): void {
    if (this.#entries.size <= this.#capacity) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}

export type WrappedKey = { kek_id: string; wrapped: Buffer }
export type TenantKeyRow = WrappedKey & { key_no: number }
/** A tenant's data key, with the number under which rows refer to it. */
export type TenantKey = DataKey & { readonly keyNo: number }
export type Keyring = ReturnType<typeof createKeyring>

const CACHED_TENANTS = 1_000
const CACHED_MS = 10 * 60_000
const SYSTEM_KEY_LABEL = 'throughline/system-key/v1'
const ENGINE_KEY_LABEL = 'throughline/engine-key/v1'
const SIGNING_KEY_LABEL = 'throughline/audit-heads/v1'

/** What a tenant's data key is wrapped with, so that a row copied to another tenant does not unwrap. */
export const tenantKeyAad = (tenantId: string, keyNo: number): string => `tenant_keys:${tenantId}:${keyNo}`

function mastersOf(config: Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_ID' | 'MASTER_KEYS'>): [MasterKey, ...MasterKey[]] {
  const masters = masterKeysOf(config).map(({ id, key }) => ({ id, bytes: Buffer.from(key.reveal(), 'base64') }))
  const short = masters.find(({ bytes }) => bytes.length !== KEY_BYTES)
  if (short) throw new Error(`the master key ${short.id} must be ${KEY_BYTES} bytes in base64`)
  const [current, ...older] = masters
  if (!current) throw new Error('there is no master key')
  return [current, ...older]
}

/** Seals and wraps with the first master key; opens and unwraps with whichever is named. */
export function createKeyring(config: Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_ID' | 'MASTER_KEYS'>) {
  const masters = mastersOf(config)
  const current = masters[0]
  const wrapping = new Map(
    masters.map(({ id, bytes }): [string, DataKey] => [id, { header: numberedHeader(0), secret: new Secret(bytes) }]),
  )
  const signers = new Map(masters.map(({ id, bytes }) => [id, createSigner(bytes, id, SIGNING_KEY_LABEL)]))
  const signer = createSigner(current.bytes, current.id, SIGNING_KEY_LABEL)
  const system = createDerivedSealer(masters, '', SYSTEM_KEY_LABEL)
  const tenantKeys = new KeyCache<TenantKey>(CACHED_TENANTS, CACHED_MS)
  const engines = new Map<string, Sealer>()

  const masterOf = (id: string): DataKey => {
    const key = wrapping.get(id)
    if (!key) throw new UnknownMasterKeyError(id)
    return key
  }

  const unwrap = (row: WrappedKey, aad: string): Buffer => open(masterOf(row.kek_id), row.wrapped, aad)

  return {
    newDataKey: (): Buffer => randomBytes(KEY_BYTES),
    /** The id of the master key that everything new is put under. */
    currentId: current.id,
    /** What everything sealed by a key derived from the current master key begins with. */
    currentHeader: derivedHeader(current.id),
    olderIds: masters.slice(1).map(({ id }) => id),
    wrap: (dataKey: Buffer, aad: string): WrappedKey => ({
      kek_id: current.id,
      wrapped: seal(masterOf(current.id), dataKey, aad),
    }),
    unwrap,
    /** Kept for ten minutes; `newest` may be that much behind after another process made a newer one. */
    tenantKey: (tenantId: string, which: number | 'newest', load: () => Promise<TenantKeyRow>): Promise<TenantKey> =>
      tenantKeys.get(`${tenantId}:${which}`, async () => {
        const row = await load()
        const secret = new Secret(unwrap(row, tenantKeyAad(tenantId, row.key_no)))
        return { keyNo: row.key_no, header: numberedHeader(row.key_no), secret }
      }),
    /** A tenant's own keys for what the engine keeps: derived, so that finding one never needs a network. */
    engine: (tenantId: string): Sealer => {
      const known = engines.get(tenantId)
      if (known) return known
      if (engines.size >= CACHED_TENANTS) engines.clear()
      const made = createDerivedSealer(masters, tenantId, ENGINE_KEY_LABEL)
      engines.set(tenantId, made)
      return made
    },
    /** For what exists before a tenant does. */
    system,
    /** For what is put away so that a later change shows. */
    signer: (): Signer => signer,
    /** The one that signed under this id, while its master key is still here. */
    signerOf: (keyId: string): Signer | undefined => signers.get(keyId),
    seal,
    open,
  }
}
