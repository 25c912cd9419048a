import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'

export interface Signer {
  /** Which master key it comes from. */
  keyId: string
  /** In PEM, for whoever checks signatures without us. */
  publicKey: string
  /** In base64. */
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

const SEED_BYTES = 32
/** What PKCS #8 puts before the 32 bytes of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** An Ed25519 key that is the same in every process with this master key. */
export function createSigner(master: Buffer, keyId: string, label: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', master, '', label, SEED_BYTES))
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    keyId,
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  }
}
