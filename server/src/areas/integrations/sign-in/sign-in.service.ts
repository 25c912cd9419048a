import { randomUUID } from 'node:crypto'
import type { Body } from '@throughline/contracts/endpoint'
import { SignInId, type ToolId } from '@throughline/contracts/ids'
import { type beginSignIn, type returnFromSignIn, SIGN_IN_LIMITS, SignIn } from '@throughline/contracts/sign-ins'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { AppError, conflict, invalid, notFound } from '../../../core/errors.ts'
import { hashToken } from '../../../core/http/session.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { sealForTenant } from '../../../core/keys/tenant-key.ts'
import { builtInConnector } from '../connectors/catalogue.ts'
import type { Connector } from '../connectors/connector.ts'
import { signInAad } from '../secret-aad.ts'
import {
  deleteGrant,
  failGrant,
  findGrant,
  type GrantRow,
  insertGrant,
  keepReturned,
  takeReturned,
} from './grants.queries.ts'
import type { OauthClient } from './oauth-client.ts'
import type { OauthRegistration, SignIn as SignInOf } from './sign-in.ts'

/** A worker that was killed leaves it unfinished. */
const LONGEST_MS = (SIGN_IN_LIMITS.minutes + 2) * 60_000

function wireOf({ state, test, problem, begun_at, ...row }: GrantRow): SignIn {
  const isLost = state === 'returned' && Date.now() - begun_at.getTime() > LONGEST_MS
  return SignIn.parse({
    ...row,
    state: isLost ? 'failed' : state === 'returned' ? 'finishing' : state,
    problem: isLost ? 'The sign-in didn’t finish. Start again.' : problem,
    tested: test ?? [],
    begun_at: begun_at.toISOString(),
  })
}

interface SignInTool {
  connector: Connector
  signIn: SignInOf
  registration: OauthRegistration
}

/** A tool that people sign in to, registered by the operator. */
export function signInToolOf({ config }: Context, toolId: string): SignInTool {
  const connector = builtInConnector(toolId)
  const signIn = connector?.signIn
  if (!connector || !signIn) throw notFound('This tool')
  const registration = signIn.registration(config)
  if (!registration) {
    throw conflict(
      'not_registered',
      `${signIn.provider} isn’t set up on this server. Ask the person who runs it to set ${signIn.settings.join(' and ')}.`,
    )
  }
  return { connector, signIn, registration }
}

/** A state counts for the browser it was made for, so that nobody can have another person finish a sign-in of theirs. */
const stateHash = (browser: string, state: string) => hashToken(`${browser}.${state}`)

const providerAway = (provider: string) =>
  new AppError(503, 'provider_away', `${provider} can’t be reached. Try again in a moment.`, { retryAfter: 5 })

/** Before the transaction: the provider is asked for its addresses where that has not been done. */
export async function prepareSignIn(ctx: Context, oauth: OauthClient, toolId: string): Promise<void> {
  const { signIn, registration } = signInToolOf(ctx, toolId)
  await oauth.prepare(registration).catch((err: unknown) => {
    ctx.log.warn({ err, provider: signIn.provider }, 'a provider cannot be reached')
    throw providerAway(signIn.provider)
  })
}

export const openSignIn = (
  ctx: Context,
  oauth: OauthClient,
  viewer: Viewer,
  { toolId, browser, body }: { toolId: ToolId; browser: string; body: Body<typeof beginSignIn> },
) =>
  inTenant(ctx, viewer, async ({ db, tenantId }) => {
    const { signIn, registration } = signInToolOf(ctx, toolId)
    const asked = signIn.scopes.map(({ scope }) => scope).filter((scope) => body.scopes.includes(scope))
    if (asked.length < new Set(body.scopes).size) throw invalid('This tool doesn’t use one of these permissions.')
    const { url, verifier, state } = await oauth.begin(registration, signIn, asked)
    const id = randomUUID()
    const sealed = await sealForTenant(ctx, tenantId, verifier, signInAad(tenantId, id, 'verifier'))
    await insertGrant(db, tenantId, {
      id,
      tool_id: toolId,
      member_id: viewer.memberId,
      session_id: viewer.sessionId,
      state_hash: stateHash(browser, state),
      asked,
      verifier: sealed.sealed,
      key_no: sealed.keyNo,
    })
    return { data: { id: SignInId.parse(id), url } }
  })

/** A provider's own words, as far as there is room; what it is worth is for the person to judge. */
const refusalOf = (provider: string, { error, error_description }: Body<typeof returnFromSignIn>): string =>
  error === 'access_denied'
    ? `You canceled at ${provider}, or it didn’t allow access.${error_description ? ` It said: “${error_description.slice(0, 300)}”` : ''}`
    : `${provider} rejected the sign-in: “${(error_description ?? error ?? 'no reason given').slice(0, 300)}”`

const foreign = () =>
  conflict(
    'sign_in_unknown',
    'This sign-in was started in another browser, was already used, or took longer than 10 minutes. Start again.',
  )

/** Takes what the person was sent back with, once, and hands it to the worker. The code is not looked at here. */
export const takeReturn = (
  ctx: Context,
  viewer: Viewer,
  { browser, body }: { browser: string; body: Body<typeof returnFromSignIn> },
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { memberId: member_id, sessionId: session_id } = viewer
    const { state, code, iss } = body
    const found = await takeReturned(db, tenantId, { member_id, session_id, state_hash: stateHash(browser, state) })
    if (!found) throw foreign()
    const { id, tool_id } = found
    const { signIn, registration } = signInToolOf(ctx, tool_id)
    if (iss !== undefined && iss !== registration.issuer)
      await failGrant(db, tenantId, id, 'The answer came from another provider. Start again.')
    else if (code === undefined) await failGrant(db, tenantId, id, refusalOf(signIn.provider, body))
    else {
      const returned = JSON.stringify({ state, code, ...(iss !== undefined && { iss }) })
      const { sealed } = await sealForTenant(ctx, tenantId, returned, signInAad(tenantId, id, 'returned'))
      await keepReturned(db, tenantId, id, sealed)
      tx.start(id, { workflow: 'finishSignIn', workflowId: `sign-in:${id}`, args: { tenantId, id } })
    }
    const row = await findGrant(db, tenantId, member_id, id)
    if (!row) throw foreign()
    return { data: wireOf(row) }
  })

export async function readSignIn(ctx: Context, viewer: Viewer, id: string) {
  const found = await readTenant(ctx, viewer, ({ db, tenantId }) => findGrant(db, tenantId, viewer.memberId, id))
  if (!found) throw notFound('This sign-in')
  return { data: wireOf(found) }
}

export const eraseSignIn = (ctx: Context, viewer: Viewer, id: string) =>
  inTenant(ctx, viewer, async ({ db, tenantId }) => {
    if (!(await deleteGrant(db, tenantId, viewer.memberId, id))) throw notFound('This sign-in')
    return { id: SignInId.parse(id) }
  })
