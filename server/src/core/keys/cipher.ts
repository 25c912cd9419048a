import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secret } from '../secret.ts'

/** An AES-256 key with the number under which sealed data names it. */
export type DataKey = { readonly keyNo: number; readonly secret: Secret<Buffer> }

/** Sealed data that was changed, belongs elsewhere (other aad) or was sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError'
}

export const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
/** One byte of version, four of key number: both are authenticated with the aad. */
const HEADER_BYTES = 5
const CIPHERTEXT_AT = HEADER_BYTES + IV_BYTES + TAG_BYTES

function header(keyNo: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.writeUInt8(VERSION, 0)
  bytes.writeUInt32BE(keyNo, 1)
  return bytes
}

/** Layout: version | key number | iv 12 | tag 16 | ciphertext. The aad says where the result belongs. */
export function seal(key: DataKey, plaintext: Buffer | string, aad: string): Buffer {
  const head = header(key.keyNo)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key.secret.reveal(), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([head, Buffer.from(aad)]))
  const body = [cipher.update(typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext), cipher.final()]
  return Buffer.concat([head, iv, cipher.getAuthTag(), ...body])
}

export function open(key: DataKey, sealed: Buffer, aad: string): Buffer {
  const head = header(key.keyNo)
  if (sealed.length < CIPHERTEXT_AT || !sealed.subarray(0, HEADER_BYTES).equals(head)) {
    throw new SealBrokenError('not sealed with this key')
  }
  const iv = sealed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key.secret.reveal(), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.concat([head, Buffer.from(aad)]))
  decipher.setAuthTag(sealed.subarray(HEADER_BYTES + IV_BYTES, CIPHERTEXT_AT))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(CIPHERTEXT_AT)), decipher.final()])
  } catch (cause) {
    throw new SealBrokenError('changed, or sealed for another place', { cause })
  }
}
