import * as z from 'zod/mini'
import type { Signer } from '../keys/signer.ts'

/** A tenant's head as it is put away outside the database: whoever rewrites the chain cannot rewrite this. */
export const SignedHead = z.object({
  tenant: z.string(),
  seq: z.number(),
  /** In hexadecimal. */
  hash: z.string(),
  signed_at: z.string(),
  key_id: z.string(),
  /** Ed25519 over the other five, in base64. */
  signature: z.string(),
})
export type SignedHead = z.infer<typeof SignedHead>

/** A list of texts in a fixed order has exactly one spelling in JSON. */
const signedText = (head: Omit<SignedHead, 'signature'>) =>
  JSON.stringify([head.tenant, String(head.seq), head.hash, head.signed_at, head.key_id])

export function signHead(signer: Signer, tenant: string, head: { seq: number; hash: Buffer }, now: Date): SignedHead {
  const unsigned = {
    tenant,
    seq: head.seq,
    hash: head.hash.toString('hex'),
    signed_at: now.toISOString(),
    key_id: signer.keyId,
  }
  return { ...unsigned, signature: signer.sign(signedText(unsigned)) }
}

export const isGenuine = (signer: Signer, tenant: string, head: SignedHead): boolean =>
  head.tenant === tenant && head.key_id === signer.keyId && signer.verify(signedText(head), head.signature)
