import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secret } from '../secret.ts'

/** An AES-256 key, and the bytes by which sealed data names it. */
export interface DataKey {
  readonly header: Buffer
  readonly secret: Secret<Buffer>
}

/** Sealed data that was changed, belongs elsewhere (other aad) or was sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError'
}

export const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** Followed by the number of a data key, in four bytes. */
const NUMBERED = 1
/** Followed by the length and the id of the master key that the key was derived from. */
const DERIVED = 2

export function numberedHeader(keyNo: number): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(NUMBERED, 0)
  header.writeUInt32BE(keyNo, 1)
  return header
}

export function derivedHeader(kekId: string): Buffer {
  const id = Buffer.from(kekId)
  return Buffer.concat([Buffer.from([DERIVED, id.length]), id])
}

/** Which key opens it: a data key by its number, or one derived from the master key with this id. */
export function keyNamedBy(sealed: Buffer): { keyNo: number } | { kekId: string } {
  if (sealed[0] === NUMBERED && sealed.length > 5) return { keyNo: sealed.readUInt32BE(1) }
  const length = sealed[1] ?? 0
  if (sealed[0] === DERIVED && sealed.length > 2 + length) {
    return { kekId: sealed.subarray(2, 2 + length).toString('utf8') }
  }
  throw new SealBrokenError('not sealed by this product')
}

/** Layout: header | iv 12 | tag 16 | ciphertext. Header and aad, which says where the result belongs, are authenticated. */
export const seal = (key: DataKey, plaintext: Buffer | string, aad: string): Buffer =>
  sealWith(randomBytes(IV_BYTES), key, plaintext, aad)

/** The same text for the same place gives the same bytes. Only for what people may recognize as the same. */
export function sealDeterministic(key: DataKey, plaintext: string, aad: string): Buffer {
  const ivKey = createHmac('sha256', key.secret.reveal()).update('iv').digest()
  const iv = createHmac('sha256', ivKey)
    .update(JSON.stringify([aad, plaintext]))
    .digest()
    .subarray(0, IV_BYTES)
  return sealWith(iv, key, plaintext, aad)
}

function sealWith(iv: Buffer, key: DataKey, plaintext: Buffer | string, aad: string): Buffer {
  const cipher = createCipheriv(ALGORITHM, key.secret.reveal(), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([key.header, Buffer.from(aad)]))
  const body = [cipher.update(typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext), cipher.final()]
  return Buffer.concat([key.header, iv, cipher.getAuthTag(), ...body])
}

export function open(key: DataKey, sealed: Buffer, aad: string): Buffer {
  const ivAt = key.header.length
  const tagAt = ivAt + IV_BYTES
  const ciphertextAt = tagAt + TAG_BYTES
  if (sealed.length < ciphertextAt || !sealed.subarray(0, ivAt).equals(key.header)) {
    throw new SealBrokenError('not sealed with this key')
  }
  const decipher = createDecipheriv(ALGORITHM, key.secret.reveal(), sealed.subarray(ivAt, tagAt), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.concat([key.header, Buffer.from(aad)]))
  decipher.setAuthTag(sealed.subarray(tagAt, ciphertextAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ciphertextAt)), decipher.final()])
  } catch (cause) {
    throw new SealBrokenError('changed, or sealed for another place', { cause })
  }
}
