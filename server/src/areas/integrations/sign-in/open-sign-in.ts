import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { Secret } from '../../../core/secret.ts'
import type { Connector } from '../connectors/connector.ts'
import { type FailedAnswer, refused } from '../connectors/tool-answer.ts'
import type { FreshToken, FreshTokens } from './fresh-token.service.ts'
import { tokensOfConnection } from './sealed-grants.queries.ts'
import type { SignIn } from './sign-in.ts'

/** Nothing was sent, so the same call is made again after a while. */
const AWAY_MS = 15_000

type Unusable = { refusal: FailedAnswer }
type Renewed = Unusable | { accessToken: string }

type Opened =
  | Unusable
  | {
      connector: Connector
      accessToken: string
      granted: readonly string[]
      /** In the place of a token that was refused though it has not ended. */
      renewToken: () => Promise<Renewed>
    }

const signedOut = (provider: string): Unusable => ({
  refusal: { ok: false, code: 'signed_out', text: `${provider} ended the sign-in. Reconnect to continue.` },
})

/** The token, or what a call without one comes to. */
function usable(fresh: FreshToken, provider: string): Renewed {
  if ('token' in fresh) return { accessToken: fresh.token.reveal() }
  if ('signedOut' in fresh) return signedOut(provider)
  const until = new Date(Date.now() + AWAY_MS)
  const text = `${provider} can’t be reached to renew the sign-in.`
  return { refusal: { ok: false, code: 'held', until, text } }
}

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
  if (!grant) return signedOut(provider)
  const of = { tenantId, grantId: grant.id, registration }
  const opened = usable(await tokens.get(of), provider)
  if ('refusal' in opened) return opened
  const { accessToken } = opened
  return {
    connector: addressed(connector, signIn.addresses(ctx.config)),
    accessToken,
    granted: grant.granted,
    renewToken: async () => usable(await tokens.replace(of, new Secret(accessToken)), provider),
  }
}
