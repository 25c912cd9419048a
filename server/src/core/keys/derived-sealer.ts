import { hkdfSync } from 'node:crypto'
import { Secret } from '../secret.ts'
import {
  type DataKey,
  derivedHeader,
  KEY_BYTES,
  keyNamedBy,
  numberedHeader,
  open,
  SealBrokenError,
  seal,
} from './cipher.ts'

export interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
}

/** Something was sealed or wrapped under a master key that this process does not have. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError'
  constructor(id: string) {
    super(`no master key with the id ${id}: it is not, or no longer, in MASTER_KEYS`)
  }
}

export interface Sealer {
  seal(plaintext: Buffer | string, aad: string): Buffer
  open(sealed: Buffer, aad: string): Buffer
}

/** Before there were several master keys, what derived keys sealed did not say which one it was. */
const UNNAMED = numberedHeader(0)

/**
 * Seals with a key derived from the current master key, the first; opens by whichever of them the sealed bytes name.
 * The keys are computed, so that neither needs a network.
 */
export function createDerivedSealer(masters: readonly MasterKey[], salt: string, label: string): Sealer {
  const keys = masters.map(({ id, bytes }): DataKey & { id: string } => ({
    id,
    header: derivedHeader(id),
    secret: new Secret(Buffer.from(hkdfSync('sha256', bytes, salt, label, KEY_BYTES))),
  }))
  const [current] = keys
  if (!current) throw new Error('there is no master key')

  function openUnnamed(sealed: Buffer, aad: string): Buffer {
    for (const { secret } of keys) {
      try {
        return open({ header: UNNAMED, secret }, sealed, aad)
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error
      }
    }
    throw new SealBrokenError('changed, sealed for another place, or under a master key that is not configured')
  }

  return {
    seal: (plaintext, aad) => seal(current, plaintext, aad),
    open: (sealed, aad) => {
      const named = keyNamedBy(sealed)
      if (!('kekId' in named)) return openUnnamed(sealed, aad)
      const key = keys.find(({ id }) => id === named.kekId)
      if (!key) throw new UnknownMasterKeyError(named.kekId)
      return open(key, sealed, aad)
    },
  }
}
