import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Connector } from '../connectors/connector.ts'
import { type FailedAnswer, refused } from '../connectors/tool-answer.ts'
import type { FreshTokens } from './fresh-token.service.ts'
import { tokensOfConnection } from './sealed-grants.queries.ts'
import type { SignIn } from './sign-in.ts'

/** Nothing was sent, so the same call is made again after a while. */
const AWAY_MS = 15_000

type Opened = { refusal: FailedAnswer } | { connector: Connector; accessToken: string; granted: readonly string[] }

/** Where the services answer is no secret of the connection's, and nothing that it was connected with can change it. */
export const addressed = (connector: Connector, addresses: Record<string, Json>): Connector => ({
  ...connector,
  call: (reach, call) => connector.call(reach, { ...call, configuration: { ...call.configuration, addresses } }),
})

/** What a call needs of the sign-in behind a connection: a token that is good, and what was granted. */
export async function openSignIn(
  ctx: Context,
  tokens: FreshTokens,
  { connector, signIn }: { connector: Connector; signIn: SignIn },
  { tenantId, connectionId }: { tenantId: TenantId; connectionId: string },
): Promise<Opened> {
  const { provider } = signIn
  const registration = signIn.registration(ctx.config)
  if (!registration) return { refusal: refused(`${provider} is no longer set up on this server.`) }
  const grant = await readTenant(ctx, { tenantId }, ({ db }) => tokensOfConnection(db, tenantId, connectionId))
  const fresh = grant ? await tokens.get({ tenantId, grantId: grant.id, registration }) : { signedOut: true as const }
  if ('token' in fresh) {
    const accessToken = fresh.token.reveal()
    return { connector: addressed(connector, signIn.addresses(ctx.config)), accessToken, granted: grant?.granted ?? [] }
  }
  const refusal: FailedAnswer =
    'away' in fresh
      ? {
          ok: false,
          code: 'held',
          until: new Date(Date.now() + AWAY_MS),
          text: `${provider} can’t be reached to renew the sign-in.`,
        }
      : { ok: false, code: 'signed_out', text: `${provider} ended the sign-in. Reconnect to continue.` }
  return { refusal }
}
