import { TenantId } from '@throughline/contracts/ids'
import * as oauthErrors from 'openid-client'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { openForTenant } from '../../../core/keys/tenant-key.ts'
import type { TestStep } from '../connectors/connector.ts'
import { signInAad } from '../secret-aad.ts'
import type { FinishSignInInput } from './finish-sign-in.activities.ts'
import type { FreshTokens } from './fresh-token.service.ts'
import type { OauthClient } from './oauth-client.ts'
import { findReturned, findTokens, keepFailed, keepSignedIn, keepTested } from './sealed-grants.queries.ts'
import { signInToolOf } from './sign-in.service.ts'
import { sealTokens } from './tokens.ts'

const Returned = z.record(z.string(), z.string())

/** In the provider's words where it gave some; the rest would be ours alone to understand. */
function problemOf(error: unknown, provider: string): string {
  if (error instanceof oauthErrors.ResponseBodyError)
    return `${provider} rejected the code: “${(error.error_description ?? error.error).slice(0, 300)}” Start again.`
  if (error instanceof oauthErrors.ClientError) return `The answer from ${provider} couldn’t be verified. Start again.`
  return `${provider} couldn’t be reached. Start again.`
}

/** Runs on the worker, which alone opens the code: takes the tokens for it, keeps them, and tests them. */
export function createFinishSignIn(ctx: Context, oauth: OauthClient, fresh: FreshTokens) {
  type Found = NonNullable<Awaited<ReturnType<typeof findReturned>>>

  const opened = async (tenantId: TenantId, id: string, sealed: Buffer, what: 'verifier' | 'returned') =>
    (await openForTenant(ctx, tenantId, sealed, signInAad(tenantId, id, what))).toString('utf8')

  /** Kept before they are used: from here on a killed worker loses nothing. */
  async function exchange(tenantId: TenantId, id: string, { tool_id, asked, verifier, returned }: Found) {
    const { signIn, registration } = signInToolOf(ctx, tool_id)
    if (!verifier || !returned) return true
    try {
      const given = z.parse(Returned, JSON.parse(await opened(tenantId, id, returned, 'returned')))
      const proof = { returned: given, verifier: await opened(tenantId, id, verifier, 'verifier'), asked }
      const { tokens, account, granted } = await oauth.exchange(registration, proof)
      const sealed = await sealTokens(ctx, tenantId, id, tokens.reveal())
      return await inTenant(ctx, { tenantId }, ({ db }) =>
        keepSignedIn(db, tenantId, id, { ...sealed, account, granted }),
      )
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      ctx.log.info({ grant: id, error: name }, 'a sign-in failed')
      const problem = problemOf(error, signIn.provider)
      await inTenant(ctx, { tenantId }, ({ db }) => keepFailed(db, tenantId, id, problem))
      return false
    }
  }

  async function timed(act: () => Promise<string>, failed: { text: string; problem: string }): Promise<TestStep> {
    const began = Date.now()
    try {
      return { text: await act(), ok: true, ms: Date.now() - began }
    } catch {
      return { ...failed, ok: false, ms: Date.now() - began }
    }
  }

  /** Each thing in its turn, up to the first that fails. */
  async function test(tenantId: TenantId, id: string, toolId: string): Promise<TestStep[]> {
    const { signIn, registration } = signInToolOf(ctx, toolId)
    const { provider } = signIn
    const of = { tenantId, grantId: id, registration }
    const row = await readTenant(ctx, { tenantId }, ({ db }) => findTokens(db, tenantId, id))
    const access = async () => {
      const given = await fresh.get(of)
      if (!('token' in given)) throw new Error('no token')
      const host = await oauth.reach(registration, given.token.reveal())
      return `Signed in as ${row?.account || 'this account'} at ${host}`
    }
    const renewal = async () => {
      if (!('token' in (await fresh.renew(of)))) throw new Error('not renewed')
      return 'Refreshed the token, so it’ll work tomorrow too'
    }
    const steps = [
      await timed(access, {
        text: `Sign in to ${provider}`,
        problem: `${provider} didn’t accept the new token. Start again.`,
      }),
    ]
    if (steps[0]?.ok)
      steps.push(
        await timed(renewal, {
          text: 'Refresh the token',
          problem: `${provider} didn’t renew the sign-in, so it would end soon. Start again.`,
        }),
      )
    return steps
  }

  return async (input: FinishSignInInput): Promise<void> => {
    const tenantId = TenantId.parse(input.tenantId)
    const { id } = input
    const found = await readTenant(ctx, { tenantId }, ({ db }) => findReturned(db, tenantId, id))
    if (!found || !(await exchange(tenantId, id, found))) return
    const steps = await test(tenantId, id, found.tool_id)
    await inTenant(ctx, { tenantId }, ({ db }) => keepTested(db, tenantId, id, steps))
  }
}
