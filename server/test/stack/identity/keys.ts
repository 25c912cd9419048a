import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose'

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
}

type KeyFile = { good: JWK; other: JWK }

/** Published keys outlive a restart, because servers remember them. `other` is never published. */
export async function loadKeys(file: string): Promise<KeyFile> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const good = await newKey(`key-${Date.now()}`)
  // The forger copies the name of the real key.
  const made = { good, other: { ...(await newKey('other')), kid: good.kid } }
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

export type Signing = { key: 'good' | 'other'; alg: 'RS256' | 'none' | 'HS256' }

export async function sign(claims: Record<string, unknown>, keys: KeyFile, { key, alg }: Signing): Promise<string> {
  if (alg === 'none') return new UnsecuredJWT(claims).encode()
  const header = { alg, typ: 'JWT', kid: keys.good.kid ?? '' }
  const chosen = keys[key]
  if (alg === 'RS256') return await new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(chosen, alg))
  // The well-known confusion: the public key taken as a shared secret.
  const publicKey = await importJWK({ kty: chosen.kty, n: chosen.n, e: chosen.e }, 'RS256', { extractable: true })
  if (publicKey instanceof Uint8Array) throw new Error('not a public key')
  const secret = new TextEncoder().encode(await exportSPKI(publicKey))
  return await new SignJWT(claims).setProtectedHeader(header).sign(secret)
}
