import type { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { openForTenant, sealForTenant } from '../../../core/keys/tenant-key.ts'
import { Secret } from '../../../core/secret.ts'
import { signInAad } from '../secret-aad.ts'
import type { Tokens } from './oauth-client.ts'

const StoredTokens = z.object({ access_token: z.string(), refresh_token: z.optional(z.string()) })
export type StoredTokens = z.infer<typeof StoredTokens>

/** As a row keeps them. */
export async function sealTokens(ctx: Context, tenantId: TenantId, id: string, tokens: Tokens) {
  const { access_token, refresh_token, endsAt, lifeSeconds } = tokens
  const text = JSON.stringify({ access_token, ...(refresh_token !== undefined && { refresh_token }) })
  const { sealed, keyNo } = await sealForTenant(ctx, tenantId, text, signInAad(tenantId, id, 'tokens'))
  return { tokens: sealed, key_no: keyNo, ends_at: endsAt, life_seconds: lifeSeconds }
}

export async function openTokens(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  sealed: Buffer,
): Promise<Secret<StoredTokens>> {
  const opened = await openForTenant(ctx, tenantId, sealed, signInAad(tenantId, id, 'tokens'))
  return new Secret(z.parse(StoredTokens, JSON.parse(opened.toString('utf8'))))
}
