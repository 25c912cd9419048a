import type { Config } from '../config.ts'
import { QUARANTINE } from '../storage/quarantine.ts'

type PolicyConfig = Pick<
  Config,
  | 'GOOGLE_SCRIPT_URL'
  | 'USERCONTENT_ORIGIN'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_BUCKET'
  | 'PAYMENTS_KEY_ID'
  | 'PAYMENTS_SCRIPT_URL'
  | 'PAYMENTS_API_URL'
>

/** What browsers can do and no page of ours, nor anything shown in one, asks for. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
export const PERMISSIONS_POLICY = [...UNUSED.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', ')

/**
 * No text becomes a script or a page unless one of these makes it so: ours lets the addresses of our own scripts and of the
 * provider's through (web/src/shared/script-url.ts) and what draws websites in their builder
 * (web/src/areas/websites/builder/builder.tsx); the third name is that of the provider's script itself.
 */
const trustedTypes = (...policies: string[]) => [
  "require-trusted-types-for 'script'",
  `trusted-types ${policies.join(' ')}`,
]

/** Where pages send the parts of large files: of the store they reach nothing else. */
export const storeOf = (config: Pick<PolicyConfig, 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT' | 'S3_BUCKET'>): string =>
  `${(config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT).replace(/\/$/, '')}/${config.S3_BUCKET}/${QUARANTINE}`

/** The payment provider's script, and the window it opens over the page. Nothing where nothing can be paid. */
const paymentsOf = ({ PAYMENTS_KEY_ID, PAYMENTS_SCRIPT_URL, PAYMENTS_API_URL }: PolicyConfig) =>
  PAYMENTS_KEY_ID === undefined
    ? { script: '', window: '' }
    : { script: ` ${PAYMENTS_SCRIPT_URL}`, window: ` ${new URL('/', PAYMENTS_API_URL).href}` }

/**
 * Nothing but our own files runs; the scripts of the identity and the payment provider, and what lies beside them, are the
 * named exceptions. Never their whole hosts: those also answer with whatever script a caller asks them for.
 */
export function policyOf(config: PolicyConfig, nonce: string): string {
  const content = config.USERCONTENT_ORIGIN
  const provider = new URL('.', config.GOOGLE_SCRIPT_URL).href
  const payments = paymentsOf(config)
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${config.GOOGLE_SCRIPT_URL}${payments.script}`,
    `style-src 'self' 'nonce-${nonce}' ${provider}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${content}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${provider} ${content} ${storeOf(config)}`,
    `frame-src ${provider}${payments.window}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...trustedTypes('throughline', 'throughline-site', 'goog#html'),
  ].join('; ')
}

/** The page for strangers: it calls its own host for the waitlist alone, and nothing signs in there. What stands in it is named by hash. */
export const landingPolicyOf = (hashes: { style: string; script: string }): string =>
  [
    "default-src 'none'",
    `script-src 'self'${hashes.script}`,
    `style-src${hashes.style}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...trustedTypes("'none'"),
  ].join('; ')

/** The reference of the API writes its styles into itself; it gets nothing from, and tells nothing to, other places. */
export const docsPolicyOf = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A worker has the policy that its script comes with: it reaches nothing but our own files. */
export const ASSET_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  ...trustedTypes("'none'"),
].join('; ')
