import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { readBody, sendHtml } from '../http.ts'
import { loginPage } from './pages.ts'
import { personBySub, signIn } from './people.ts'

export type Client = { id: string; secret: string; origins: string[] }

export function makeProvider(issuer: string, key: JWK, client: Client, cookieKey: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.origins.map((origin) => `${origin}/auth/callback`),
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [cookieKey] },
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
    // Nobody is asked for consent: a test signs in with one click.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 600, Session: 86_400 },
  })
  // Any path of the application's own origins may be the place to return to.
  provider.Client.prototype.redirectUriAllowed = (address) => {
    const parsed = URL.parse(address)
    return parsed !== null && client.origins.includes(parsed.origin)
  }
  return provider
}

/** The page on which a person signs in during the code flow, and its answer. */
export async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    const { uid } = await provider.interactionDetails(request, response)
    sendHtml(response, loginPage(`/interaction/${uid}`, {}))
    return
  }
  const form = new URLSearchParams(await readBody(request))
  const person = signIn(form.get('email') ?? '', form.get('name') ?? '', form.has('verified'))
  await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
}
