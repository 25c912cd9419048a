import { readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { environmentFile } from './places.ts'
import { secrets } from './secrets.ts'
import { host, port } from './settings.ts'

function values(): Record<string, string | number> {
  const secret = secrets()
  const origin = (name: string) => `http://${name}.localhost:${port('api')}`
  return {
    PG_HOST: host,
    PG_DIRECT_PORT: port('postgres'),
    PG_POOL_PORT: port('pgbouncer'),
    PG_DATABASE: 'throughline',
    PG_PASSWORD_TL_API: secret.tl_api,
    PG_PASSWORD_TL_WORKER: secret.tl_worker,
    PG_PASSWORD_TL_IDENTITY: secret.tl_identity,
    PG_PASSWORD_TL_RELAY: secret.tl_relay,
    PG_PASSWORD_TL_PUBLIC: secret.tl_public,
    PG_PASSWORD_TL_STAFF: secret.tl_staff,
    PG_PASSWORD_TL_REPORT: secret.tl_report,
    PG_PASSWORD_TL_MIGRATOR: secret.tl_migrator,
    PG_ADMIN_URL: `postgres://postgres:${secret.postgres}@${host}:${port('postgres')}/postgres`,
    REDIS_URL: `redis://${host}:${port('redis')}`,
    TEMPORAL_ADDRESS: `${host}:${port('temporal')}`,
    TEMPORAL_NAMESPACE: 'throughline',
    TEMPORAL_UI_URL: `http://${host}:${port('temporal_ui')}`,
    S3_ENDPOINT: `http://${host}:${port('s3')}`,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY: secret.s3_access,
    S3_SECRET_KEY: secret.s3_secret,
    S3_BUCKET: 'throughline',
    CLAMD_HOST: host,
    CLAMD_PORT: port('clamd'),
    SMTP_URL: `smtp://${host}:${port('smtp')}`,
    MAIL_FROM: 'Throughline <no-reply@throughline.test>',
    MAIL_IN_DOMAIN: 'in.throughline.test',
    MAIL_IN_PORT: port('mail_in'),
    MAIL_CATCHER_URL: `http://${host}:${port('mail_page')}`,
    OIDC_ISSUER: `http://${host}:${port('oidc')}`,
    GOOGLE_CLIENT_ID: secret.oidc_client_id,
    GOOGLE_SCRIPT_URL: `http://${host}:${port('oidc')}/gsi/client`,
    MODEL_URL: `http://${host}:${port('model')}/v1`,
    MODEL_KEY: secret.model_key,
    GOOGLE_TOOLS_ISSUER: `http://${host}:${port('oidc')}`,
    GOOGLE_TOOLS_API: `http://${host}:${port('oidc')}`,
    GOOGLE_TOOLS_CLIENT_ID: secret.oidc_tools_client_id,
    GOOGLE_TOOLS_CLIENT_SECRET: secret.oidc_tools_client_secret,
    MICROSOFT_TOOLS_ISSUER: `http://${host}:${port('oidc')}`,
    MICROSOFT_TOOLS_API: `http://${host}:${port('oidc')}`,
    MICROSOFT_TOOLS_CLIENT_ID: secret.oidc_tools_client_id,
    MICROSOFT_TOOLS_CLIENT_SECRET: secret.oidc_tools_client_secret,
    TOOLS_TRUSTED_ORIGINS: `http://${host}:${port('model')},http://${host}:${port('oidc')}`,
    PAYMENTS_KEY_ID: secret.payments_key_id,
    PAYMENTS_KEY_SECRET: secret.payments_key_secret,
    PAYMENTS_WEBHOOK_SECRET: secret.payments_webhook_secret,
    PAYMENTS_API_URL: `http://${host}:${port('payments')}`,
    PAYMENTS_SCRIPT_URL: `http://${host}:${port('payments')}/v1/checkout.js`,
    MASTER_KEY: secret.master_key,
    MASTER_KEY_ID: 'k1',
    COOKIE_SECRET: secret.cookie_secret,
    APP_ORIGIN: origin('app'),
    ADMIN_ORIGIN: origin('admin'),
    WWW_ORIGIN: origin('www'),
    USERCONTENT_ORIGIN: origin('usercontent'),
    SITES_ORIGIN: origin('sites'),
    API_PORT: port('api'),
  }
}

const quoted = (value: string | number) => (/^[\w@%+=:,./-]*$/.test(String(value)) ? value : `'${value}'`)

export function writeEnvironment(): void {
  const lines = Object.entries(values()).map(([name, value]) => `${name}=${quoted(value)}\n`)
  writeFileSync(environmentFile, lines.join(''), { mode: 0o600 })
}

/** What the stack tells the programs that use it; what is already set in this process wins. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  return { ...parseEnv(readFileSync(environmentFile, 'utf8')), ...process.env }
}
