import * as z from 'zod/mini'
import { required } from './database.ts'
import type { Signing } from './stack/identity/keys.ts'

export interface Forgery extends Partial<Signing> {
  /** Claims to change; null removes one. */
  claims?: Record<string, unknown>
}

/** Asks the stack's identity provider for a credential, good unless told otherwise. */
export async function providerToken(forgery: Forgery): Promise<string> {
  const answer = await fetch(`${required('OIDC_ISSUER')}/test/token`, { method: 'POST', body: JSON.stringify(forgery) })
  return z.parse(z.object({ credential: z.string() }), await answer.json()).credential
}
