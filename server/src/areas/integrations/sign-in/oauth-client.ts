import * as oauth from 'openid-client'
import type { Config } from '../../../core/config.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { checkUrl } from '../../../core/egress/guard.ts'
import { Secret } from '../../../core/secret.ts'
import { type OauthRegistration, redirectUri, type SignIn } from './sign-in.ts'

/** As the provider gave them. */
export interface Tokens {
  access_token: string
  refresh_token: string | undefined
  /** By our clock, counted from before they were asked for. */
  endsAt: Date
  lifeSeconds: number
}

export interface SignedIn {
  tokens: Secret<Tokens>
  account: string
  granted: string[]
}

/** The provider does not know the sign-in any more: only the person can give a new one. */
export class SignInEndedError extends Error {
  override readonly name = 'SignInEndedError'
}

/** Whether the provider answered that this one cannot be renewed; all else may be the same for everybody's. */
export const concernsOneSignIn = (error: unknown): boolean => error instanceof oauth.ResponseBodyError

type Reach = Omit<Parameters<typeof createEgress>[0], 'trustedOrigins'>

/** A provider that does not say how long a token is good means at least this. */
const USUAL_LIFE_SECONDS = 3600

type TokenAnswer = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>

const tokensOf = (answer: TokenAnswer, askedAt: number): Tokens => {
  const lifeSeconds = answer.expires_in ?? USUAL_LIFE_SECONDS
  const { access_token, refresh_token } = answer
  return { access_token, refresh_token, lifeSeconds, endsAt: new Date(askedAt + lifeSeconds * 1000) }
}

function accountOf(answer: TokenAnswer): string {
  const claims = answer.claims()
  const named = [claims?.email, claims?.preferred_username, claims?.sub].find(
    (one) => typeof one === 'string' && one !== '',
  )
  return typeof named === 'string' ? named.slice(0, 200) : ''
}

/** What was granted stands in the answer, and where it does not, it is what was asked for. */
const grantedOf = ({ scope }: TokenAnswer, asked: readonly string[]): string[] =>
  scope === undefined ? [...asked] : asked.filter((one) => scope.split(' ').includes(one))

async function discover(
  { issuer, clientId, clientSecret }: OauthRegistration,
  { trusted, reach }: { trusted: boolean; reach: Reach },
): Promise<oauth.Configuration> {
  const trustedOrigins = trusted ? [new URL(issuer).origin] : []
  const send = createEgress({ trustedOrigins, ...reach }).asFetch()
  const customFetch: oauth.CustomFetch = (address, { method, headers, body, signal }) =>
    send(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      redirect: 'manual',
      ...(signal && { signal }),
      // Token endpoints are sent forms alone.
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    })
  return await oauth.discovery(new URL(issuer), clientId, undefined, oauth.ClientSecretBasic(clientSecret.reveal()), {
    [oauth.customFetch]: customFetch,
    ...(trusted && { execute: [oauth.allowInsecureRequests] }),
  })
}

/** Speaks to the providers of tools. One in the own network is reached where the installation trusts its origin. */
export function createOauthClient(config: Config, reach: Reach = {}) {
  const known = new Map<string, Promise<oauth.Configuration>>()
  const isTrusted = ({ origin }: URL) =>
    config.TOOLS_TRUSTED_ORIGINS.some((trusted) => URL.parse(trusted)?.origin === origin)

  function providerOf(registration: OauthRegistration): Promise<oauth.Configuration> {
    const key = `${registration.issuer} ${registration.clientId}`
    const found = known.get(key) ?? discover(registration, { trusted: isTrusted(new URL(registration.issuer)), reach })
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }

  return {
    /** Asks where the provider's pages are, so that nothing waits for it later. */
    prepare: async (registration: OauthRegistration): Promise<void> => void (await providerOf(registration)),

    /** Where the person goes on, and what proves later that the code is ours. */
    begin: async (registration: OauthRegistration, signIn: SignIn, scopes: readonly string[]) => {
      const provider = await providerOf(registration)
      const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()]
      const url = oauth.buildAuthorizationUrl(provider, {
        ...signIn.parameters,
        redirect_uri: redirectUri(config),
        scope: [...signIn.always, ...scopes].join(' '),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // What the provider says of itself is checked before a browser is sent there.
      checkUrl(url, url.origin === new URL(registration.issuer).origin && isTrusted(url))
      return { url: url.href, verifier, state }
    },

    /** Checks what the person came back with, issuer and state included, and takes the tokens for the code. */
    exchange: async (
      registration: OauthRegistration,
      { returned, verifier, asked }: { returned: Record<string, string>; verifier: string; asked: readonly string[] },
    ): Promise<SignedIn> => {
      const provider = await providerOf(registration)
      const url = new URL(`${redirectUri(config)}?${new URLSearchParams(returned).toString()}`)
      const askedAt = Date.now()
      const answer = await oauth.authorizationCodeGrant(provider, url, {
        pkceCodeVerifier: verifier,
        expectedState: returned.state ?? '',
        idTokenExpected: true,
      })
      const tokens = new Secret(tokensOf(answer, askedAt))
      return { tokens, account: accountOf(answer), granted: grantedOf(answer, asked) }
    },

    /** Throws SignInEndedError where only a new sign-in helps. */
    refresh: async (registration: OauthRegistration, refreshToken: string): Promise<Tokens> => {
      const provider = await providerOf(registration)
      const askedAt = Date.now()
      try {
        const tokens = tokensOf(await oauth.refreshTokenGrant(provider, refreshToken), askedAt)
        // A provider that gives no new one means that the old one stays.
        return { ...tokens, refresh_token: tokens.refresh_token ?? refreshToken }
      } catch (error) {
        const isEnded = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
        if (isEnded) throw new SignInEndedError(error.error_description ?? 'the sign-in has ended')
        throw error
      }
    },

    /** Whether the token opens the account, and the host that said so. */
    reach: async (registration: OauthRegistration, accessToken: string): Promise<string> => {
      const provider = await providerOf(registration)
      await oauth.fetchUserInfo(provider, accessToken, oauth.skipSubjectCheck)
      return new URL(provider.serverMetadata().userinfo_endpoint ?? registration.issuer).host
    },
  }
}
export type OauthClient = ReturnType<typeof createOauthClient>
