import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import { type Client as KnownClient, Provider } from 'oidc-provider'
import { readBody, sendHtml } from '../http.ts'
import { consentPage, loginPage } from './pages.ts'
import { personBySub, signIn } from './people.ts'
import { API_SCOPES } from './scopes.ts'

export type Client = { id: string; secret: string; origins: string[] }

/** Of an application that acts for people at other services: what is granted, and for how long. */
export type ToolsClient = {
  id: string
  secret: string
  /** Life of its access tokens, in seconds. */
  tokenSeconds: number
  /** How long a refresh token that was exchanged can be sent again, in seconds; after that a second use ends the grant. */
  reuseSeconds: number
}

const FORTNIGHT = 14 * 86_400
const IDENTITY_SCOPES = ['openid', 'email', 'profile', 'offline_access']

export function makeProvider(issuer: string, key: JWK, client: Client, tools: ToolsClient): Provider {
  const isTools = (one: KnownClient | undefined) => one?.clientId === tools.id
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.origins.map((origin) => `${origin}/auth/callback`),
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        client_id: tools.id,
        client_secret: tools.secret,
        redirect_uris: client.origins.map((origin) => `${origin}/integrations/sign-in`),
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: [...IDENTITY_SCOPES, ...Object.keys(API_SCOPES)],
    jwks: { keys: [key] },
    cookies: { keys: [client.secret] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    clientBasedCORS: (_, origin) => client.origins.includes(origin),
    findAccount: (_, sub) => {
      const person = personBySub(sub)
      return person && { accountId: sub, claims: () => person }
    },
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider
      // Access to services is asked for at each sign-in.
      if (isTools(oidc.client)) {
        const id = oidc.result?.consent?.grantId
        return id === undefined ? undefined : await Grant.find(id)
      }
      // Nobody is asked for consent: a test signs in with one click.
      const grant = new Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope(IDENTITY_SCOPES.join(' '))
      await grant.save()
      return grant
    },
    issueRefreshToken: async (_, one, code) =>
      isTools(one) || (one.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access')),
    expiresWithSession: async ({ oidc }) => !isTools(oidc.client),
    rotateRefreshToken: true,
    // A token is good for as long as was said, and no longer.
    clockTolerance: 0,
    ttl: {
      AccessToken: (_, __, one) => (isTools(one) ? tools.tokenSeconds : 3600),
      AuthorizationCode: 60,
      Grant: FORTNIGHT,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: FORTNIGHT,
      Session: 86_400,
    },
  })
  // Any path of the application's own origins may be the place to return to; access to services has one alone.
  const asDeclared = Reflect.get(provider.Client.prototype, 'redirectUriAllowed')
  provider.Client.prototype.redirectUriAllowed = function (this: KnownClient, address) {
    if (isTools(this)) return asDeclared.call(this, address)
    const parsed = URL.parse(address)
    return parsed !== null && client.origins.includes(parsed.origin)
  }
  if (tools.reuseSeconds > 0) {
    const consume = Reflect.get(provider.RefreshToken.prototype, 'consume')
    provider.RefreshToken.prototype.consume = async function () {
      setTimeout(() => void consume.call(this).catch(() => undefined), tools.reuseSeconds * 1000).unref()
    }
  }
  return provider
}

const wordsOf = (list: unknown) => (typeof list === 'string' ? list.split(' ') : [])

/** Grants what was ticked; the rest is refused, and the application hears which. */
async function grantTicked(provider: Provider, details: Interaction, ticked: readonly string[]) {
  const { params, session } = details
  const { Grant } = provider
  const grant = new Grant({ clientId: String(params.client_id), accountId: session?.accountId })
  for (const scope of wordsOf(params.scope)) {
    if (!(scope in API_SCOPES) || ticked.includes(scope)) grant.addOIDCScope(scope)
    else grant.rejectOIDCScope(scope)
  }
  return { consent: { grantId: await grant.save() } }
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The pages on which a person signs in and grants access during the code flow, and their answers. */
export async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const { uid, prompt, params } = details
  const isConsent = prompt.name === 'consent'
  if (request.method !== 'POST') {
    const action = `/interaction/${uid}`
    const wanted = wordsOf(params.scope).filter((scope) => scope in API_SCOPES)
    sendHtml(response, isConsent ? consentPage(action, wanted) : loginPage(action, {}))
    return
  }
  const form = new URLSearchParams(await readBody(request))
  if (form.has('cancel')) {
    const refusal = { error: 'access_denied', error_description: 'The user denied the request.' }
    await provider.interactionFinished(request, response, refusal)
  } else if (isConsent) {
    const result = await grantTicked(provider, details, form.getAll('scope'))
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  } else {
    const person = signIn(form.get('email') ?? '', form.get('name') ?? '', form.has('verified'))
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }
}
