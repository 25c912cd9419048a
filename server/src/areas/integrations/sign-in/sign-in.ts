import type { Json } from '@throughline/flow/eval'
import type { Config } from '../../../core/config.ts'
import type { Secret } from '../../../core/secret.ts'

/** An installation's own registration at a provider. */
export interface OauthRegistration {
  issuer: string
  clientId: string
  clientSecret: Secret<string>
}

/** How people sign in to a tool, so that steps act there in their name. */
export interface SignIn {
  /** As people know it. */
  provider: string
  /** What can be asked for, with the words of the tick box. */
  scopes: readonly { scope: string; text: string }[]
  /** What is asked for besides: who it is, and leave to go on without the person. */
  always: readonly string[]
  /** What this provider wants to be told of the request. */
  parameters?: Readonly<Record<string, string>>
  /** Nothing where nobody has registered this installation. */
  registration: (config: Config) => OauthRegistration | undefined
  /** The settings that register it, named to the operator where they are missing. */
  settings: readonly string[]
  /** What calls get besides the token: where the services answer. */
  addresses: (config: Config) => Record<string, Json>
}

/** Two settings that belong together, or nothing. */
export const registrationOf = (
  issuer: string,
  clientId: string | undefined,
  clientSecret: Secret<string> | undefined,
): OauthRegistration | undefined =>
  clientId !== undefined && clientSecret !== undefined ? { issuer, clientId, clientSecret } : undefined

/** The one address that providers send people back to. */
export const redirectUri = ({ APP_ORIGIN }: Pick<Config, 'APP_ORIGIN'>): string => `${APP_ORIGIN}/integrations/sign-in`
