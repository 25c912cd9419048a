import * as z from 'zod/mini'
import { knownExamples } from './known-examples.ts'
import { Secret } from './secret.ts'

interface NamedMasterKey {
  readonly id: string
  /** In base64. */
  readonly key: Secret<string>
}

const text = z.string().check(z.minLength(1))
const secretOf = (shortest: number) =>
  z.pipe(
    z.string().check(z.minLength(shortest)),
    z.transform((value: string) => new Secret(value)),
  )
const secret = secretOf(1)
const port = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))
const flag = (otherwise: 'on' | 'off') =>
  z.pipe(
    z._default(z.enum(['on', 'off']), otherwise),
    z.transform((value: 'on' | 'off') => value === 'on'),
  )
const keyId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/))
const masterKeys = z.pipe(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=(,[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=)*$/)),
  z.transform((list: string): NamedMasterKey[] =>
    list.split(',').map((one) => {
      const colon = one.indexOf(':')
      return { id: one.slice(0, colon), key: new Secret(one.slice(colon + 1)) }
    }),
  ),
)
const origin = z.pipe(
  z.url(),
  z.transform((value: string) => new URL(value).origin),
)

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  API_HOST: z._default(text, '127.0.0.1'),
  API_PORT: port,
  /** Files of the certificate and its key, where TLS ends in the api itself. */
  TLS_CERT_FILE: z.optional(text),
  TLS_KEY_FILE: z.optional(text),
  WORKER_HEALTH_PORT: z.optional(port),
  RELAY_HEALTH_PORT: z.optional(port),
  APP_ORIGIN: origin,
  ADMIN_ORIGIN: origin,
  WWW_ORIGIN: origin,
  USERCONTENT_ORIGIN: origin,
  /** Where forms are filled in, if not on the application's origin. */
  PUBLIC_ORIGIN: z.optional(origin),
  /** What the landing page names: profiles of the company, and where people write to it. */
  LANDING_TWITTER_URL: z.optional(z.url()),
  LANDING_LINKEDIN_URL: z.optional(z.url()),
  LANDING_GITHUB_URL: z.optional(z.url()),
  LANDING_CONTACT_EMAIL: z.optional(text),
  /** Where websites of workspaces are read, if not on the host for uploaded content. */
  SITES_ORIGIN: z.optional(origin),
  PG_HOST: text,
  PG_POOL_PORT: port,
  PG_DIRECT_PORT: port,
  PG_DATABASE: text,
  PG_POOL_SIZE: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 20),
  PG_PASSWORD_TL_API: secret,
  PG_PASSWORD_TL_WORKER: secret,
  PG_PASSWORD_TL_IDENTITY: secret,
  PG_PASSWORD_TL_RELAY: secret,
  PG_PASSWORD_TL_PUBLIC: secret,
  PG_PASSWORD_TL_STAFF: secret,
  PG_PASSWORD_TL_REPORT: secret,
  REDIS_URL: text,
  TEMPORAL_ADDRESS: text,
  TEMPORAL_NAMESPACE: text,
  /** Apart for each test run, so that runs never take each other's work. */
  TEMPORAL_TASK_QUEUE: z._default(text, 'jobs'),
  /** A file of workflows that were built beforehand, where they do not lie beside the program. */
  WORKFLOW_BUNDLE: z.optional(text),
  S3_ENDPOINT: z.url(),
  /** Where browsers reach the store, if not at the same address. */
  S3_PUBLIC_ENDPOINT: z.optional(z.url()),
  S3_REGION: z._default(text, 'us-east-1'),
  S3_ACCESS_KEY: secret,
  S3_SECRET_KEY: secret,
  S3_BUCKET: text,
  CLAMD_HOST: text,
  CLAMD_PORT: port,
  SMTP_URL: secret,
  MAIL_FROM: text,
  /** Where workflows receive mail: the domain of their addresses, and the port that the installation's mail server hands it to. */
  MAIL_IN_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/))),
  MAIL_IN_PORT: z.optional(port),
  MAIL_IN_HEALTH_PORT: z.optional(port),
  /** The name under which that server writes Authentication-Results, where they are to be believed. */
  MAIL_IN_AUTHSERV_ID: z.optional(text),
  /** Which languages scans are read in, as tesseract names them: those of its data that are installed. */
  OCR_LANGUAGES: z._default(z.string().check(z.regex(/^[a-zA-Z_]+(\+[a-zA-Z_]+)*$/)), 'eng'),
  /** How long the mail of a message waits for its being read, in seconds. */
  MAIL_HOLD_SECONDS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3600)), 120),
  /** Lists with more rows are exported by a job. */
  EXPORT_STREAM_ROWS: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 10_000),
  /** No export has more. */
  EXPORT_MAX_ROWS: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1_000_000),
  OIDC_ISSUER: z.url(),
  /** Origins inside the own network that steps of workflows may call, separated by commas. */
  TOOLS_TRUSTED_ORIGINS: z.pipe(
    z._default(z.string(), ''),
    z.transform((list) => list.split(',').filter((origin) => origin !== '')),
  ),
  /** This installation's client at Google, by which members connect Google tools. */
  GOOGLE_TOOLS_CLIENT_ID: z.optional(text),
  GOOGLE_TOOLS_CLIENT_SECRET: z.optional(secret),
  GOOGLE_TOOLS_ISSUER: z._default(z.url(), 'https://accounts.google.com'),
  /** Where Google's services answer, if not each at its own address. */
  GOOGLE_TOOLS_API: z.optional(origin),
  /** And at Microsoft. */
  MICROSOFT_TOOLS_CLIENT_ID: z.optional(text),
  MICROSOFT_TOOLS_CLIENT_SECRET: z.optional(secret),
  MICROSOFT_TOOLS_ISSUER: z._default(z.url(), 'https://login.microsoftonline.com/common/v2.0'),
  MICROSOFT_TOOLS_API: z._default(origin, 'https://graph.microsoft.com'),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_SCRIPT_URL: z.url(),
  /** Of the payment provider. Without them nothing is sold, and nothing is limited. */
  PAYMENTS_KEY_ID: z.optional(text),
  PAYMENTS_KEY_SECRET: z.optional(secret),
  PAYMENTS_WEBHOOK_SECRET: z.optional(secret),
  /** The one before, and until when reports signed with it are still believed. */
  PAYMENTS_FORMER_WEBHOOK_SECRET: z.optional(secret),
  PAYMENTS_FORMER_SECRET_UNTIL: z.optional(z.iso.datetime()),
  PAYMENTS_API_URL: z._default(origin, 'https://api.razorpay.com'),
  PAYMENTS_SCRIPT_URL: z._default(z.url(), 'https://checkout.razorpay.com/v1/checkout.js'),
  /** The only master key, with its id; or several in MASTER_KEYS. */
  MASTER_KEY: z.optional(secret),
  MASTER_KEY_ID: z.optional(keyId),
  /** `id:key,id:key`: the first is the current one, under which everything new is put; the others only open. */
  MASTER_KEYS: z.optional(masterKeys),
  COOKIE_SECRET: secretOf(32),
  SIGNUP_APPROVAL: flag('off'),
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.optional(text),
  /** Multiplies what one person, one organisation and one address may use in a minute. */
  SHARED_LIMITS_FACTOR: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  /** Multiplies what an organization may send to addresses outside of it, in an hour and in a day. */
  MAIL_BUDGET_FACTOR: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  TRACE_RATIO: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 0.01),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url()),
})

export type Config = z.infer<typeof Environment>

/** What people uploaded, and pages for strangers, are kept away from sessions by their host alone. */
const sharedHosts = (config: Config) => {
  const hosts = Object.values(hostsOf(config))
  const further = [config.PUBLIC_ORIGIN, config.SITES_ORIGIN].flatMap((one) => (one ? [new URL(one).host] : []))
  const all = [...hosts, ...further]
  return new Set(all).size < all.length
    ? [
        'APP_ORIGIN, ADMIN_ORIGIN, WWW_ORIGIN, USERCONTENT_ORIGIN, PUBLIC_ORIGIN, SITES_ORIGIN: each needs a host of its own',
      ]
    : []
}

const halfOfTls = ({ TLS_CERT_FILE, TLS_KEY_FILE }: Config) =>
  (TLS_CERT_FILE === undefined) === (TLS_KEY_FILE === undefined)
    ? []
    : ['TLS_CERT_FILE, TLS_KEY_FILE: one needs the other']

const partOfPayments = (config: Config) => {
  const needed = [config.PAYMENTS_KEY_ID, config.PAYMENTS_KEY_SECRET, config.PAYMENTS_WEBHOOK_SECRET]
  const isPart = needed.some((one) => one !== undefined) && needed.includes(undefined)
  const isHalf =
    (config.PAYMENTS_FORMER_WEBHOOK_SECRET === undefined) !== (config.PAYMENTS_FORMER_SECRET_UNTIL === undefined)
  return [
    ...(isPart ? ['PAYMENTS_KEY_ID, PAYMENTS_KEY_SECRET, PAYMENTS_WEBHOOK_SECRET: one needs the others'] : []),
    ...(isHalf ? ['PAYMENTS_FORMER_WEBHOOK_SECRET, PAYMENTS_FORMER_SECRET_UNTIL: one needs the other'] : []),
  ]
}

/** Read once at start; a missing or malformed setting stops the process and is named. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(env)
  const problems = parsed.success
    ? [
        ...sharedHosts(parsed.data),
        ...halfOfTls(parsed.data),
        ...partOfPayments(parsed.data),
        ...masterKeyProblems(parsed.data),
        ...knownExamples(env, Object.keys(Environment.shape)),
      ]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success && problems.length === 0) return parsed.data
  throw new Error(`Configuration is not usable:\n  ${problems.join('\n  ')}`)
}

/** Without a payment provider nothing is sold. */
export const takesPayments = ({ PAYMENTS_KEY_ID }: Pick<Config, 'PAYMENTS_KEY_ID'>): boolean =>
  PAYMENTS_KEY_ID !== undefined

type Origins = Pick<Config, 'APP_ORIGIN' | 'ADMIN_ORIGIN' | 'WWW_ORIGIN' | 'USERCONTENT_ORIGIN'>

/** The current master key first. */
export function masterKeysOf(config: Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_ID' | 'MASTER_KEYS'>): NamedMasterKey[] {
  if (config.MASTER_KEYS) return config.MASTER_KEYS
  return config.MASTER_KEY && config.MASTER_KEY_ID ? [{ id: config.MASTER_KEY_ID, key: config.MASTER_KEY }] : []
}

/** A key under two names would look like two, and two under one name could not be told apart. */
function masterKeyProblems(config: Config): string[] {
  const keys = masterKeysOf(config)
  const isRepeated = (values: string[]) => new Set(values).size < values.length
  return [
    ...(keys.length === 0 ? ['MASTER_KEY and MASTER_KEY_ID, or MASTER_KEYS: missing'] : []),
    ...(config.MASTER_KEYS && (config.MASTER_KEY || config.MASTER_KEY_ID)
      ? ['MASTER_KEYS: replaces MASTER_KEY and MASTER_KEY_ID, so they must not be set as well']
      : []),
    ...(isRepeated(keys.map(({ id }) => id)) ? ['MASTER_KEYS: an id is used twice'] : []),
    ...(isRepeated(keys.map(({ key }) => key.reveal())) ? ['MASTER_KEYS: a key is listed twice'] : []),
  ]
}

/** Host names (with port) by what is served there; any other host is refused. */
export function hostsOf(config: Origins) {
  return {
    app: new URL(config.APP_ORIGIN).host,
    admin: new URL(config.ADMIN_ORIGIN).host,
    www: new URL(config.WWW_ORIGIN).host,
    usercontent: new URL(config.USERCONTENT_ORIGIN).host,
  }
}

const originAt = (origins: readonly string[], host: string): string | undefined =>
  origins.find((origin) => new URL(origin).host === host)

/** What a browser says it comes from when it shows one of our applications, by their hosts. */
export const applicationOrigin = ({ APP_ORIGIN, ADMIN_ORIGIN }: Config, host: string): string | undefined =>
  originAt([APP_ORIGIN, ADMIN_ORIGIN], host)

/** The same of every page of ours that makes calls: the landing page has no session, but a form. */
export const ownOrigin = (config: Config, host: string): string | undefined =>
  applicationOrigin(config, host) ?? originAt([config.WWW_ORIGIN], host)

/** What a browser says it comes from when it shows the page of a form. */
export const respondentOrigin = ({ PUBLIC_ORIGIN, APP_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN' | 'APP_ORIGIN'>): string =>
  PUBLIC_ORIGIN ?? APP_ORIGIN

/** Where visitors read websites: a host without sessions, calls or scripts. */
export const sitesOrigin = ({
  SITES_ORIGIN,
  USERCONTENT_ORIGIN,
}: Pick<Config, 'SITES_ORIGIN' | 'USERCONTENT_ORIGIN'>): string => SITES_ORIGIN ?? USERCONTENT_ORIGIN
