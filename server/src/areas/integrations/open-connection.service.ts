import type { TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { openForTenant } from '../../core/keys/tenant-key.ts'
import { Secret } from '../../core/secret.ts'
import { noteNewestSecret } from './calls/upkeep.queries.ts'
import { sealedConnection } from './connections.queries.ts'
import { findConnector } from './connectors/catalogue.ts'
import type { Connector } from './connectors/connector.ts'
import type { FailedAnswer } from './connectors/tool-answer.ts'
import { connectionAad } from './secret-aad.ts'
import { createFreshToken } from './sign-in/fresh-token.service.ts'
import { createOauthClient } from './sign-in/oauth-client.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'

const Configuration = z.record(z.string(), Json)
type Configuration = z.infer<typeof Configuration>

/** A connection as a call needs it. */
interface OpenedConnection {
  connector: Connector
  /** Whole; with a fresh `access_token` where somebody signed in. */
  configuration: Secret<Configuration>
  /** What it was connected with before, while both are kept. */
  previous?: Secret<Configuration> | undefined
  /** By a sign-in, where the tool has one. */
  granted?: readonly string[]
  /** With another token, where somebody signed in and the tool refuses the one there is. */
  renew?: () => Promise<{ configuration: Secret<Configuration> } | { refusal: FailedAnswer }>
  /** Why nothing can be called by it now. */
  refusal?: FailedAnswer
}

export interface OpenConnection {
  /** Nothing where the tool has no such connection, or no longer. */
  open: (tenantId: TenantId, toolId: string, connectionId: string) => Promise<OpenedConnection | undefined>
  /** While the one before is kept: whether a call with the newest secret worked. */
  noteNewest: (tenantId: TenantId, connectionId: string, hasWorked: boolean) => Promise<void>
}

/** Only the worker's role may read what this needs. */
export const createOpenConnection = (
  ctx: Context,
  tokens = createFreshToken(ctx, createOauthClient(ctx.config)),
): OpenConnection => ({
  open: async (tenantId, toolId, connectionId) => {
    const found = await readTenant(ctx, { tenantId }, async ({ db }) => {
      const connection = await sealedConnection(db, tenantId, toolId, connectionId)
      const connector = connection && (await findConnector(db, tenantId, toolId))
      return connector && { connector, ...connection }
    })
    if (!found) return undefined
    const { connector, sealed, previous } = found
    const opened = async (bytes: Buffer) => {
      const whole = await openForTenant(ctx, tenantId, bytes, connectionAad(tenantId, connectionId))
      return new Secret(z.parse(Configuration, JSON.parse(whole.toString('utf8'))))
    }
    const configuration = await opened(sealed)
    const { signIn } = connector
    if (!signIn) return { connector, configuration, previous: previous ? await opened(previous) : undefined }
    const signedIn = await openSignIn(ctx, tokens, { connector, signIn }, { tenantId, connectionId })
    if ('refusal' in signedIn) return { connector, configuration, ...signedIn }
    const { accessToken, renewToken, ...rest } = signedIn
    const withToken = (access_token: string) => new Secret({ ...configuration.reveal(), access_token })
    const renew = async () => {
      const renewed = await renewToken()
      return 'refusal' in renewed ? renewed : { configuration: withToken(renewed.accessToken) }
    }
    return { ...rest, configuration: withToken(accessToken), renew }
  },
  noteNewest: (tenantId, connectionId, hasWorked) =>
    inTenant(ctx, { tenantId }, ({ db }) => noteNewestSecret(db, tenantId, connectionId, hasWorked)),
})
