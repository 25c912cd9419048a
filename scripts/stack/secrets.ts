import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { folder, secretsFile } from './places.ts'

const password = () => randomBytes(24).toString('hex')

const make = () => ({
  postgres: password(),
  tl_api: password(),
  tl_worker: password(),
  tl_identity: password(),
  tl_relay: password(),
  tl_public: password(),
  tl_staff: password(),
  tl_report: password(),
  tl_migrator: password(),
  temporal: password(),
  s3_access: `TL${randomBytes(9).toString('hex').toUpperCase()}`,
  s3_secret: password(),
  oidc_client_id: `${randomBytes(8).toString('hex')}.apps.throughline.test`,
  oidc_client_secret: password(),
  model_key: `sk-${password()}`,
  payments_key_id: `rzp_test_${randomBytes(7).toString('hex')}`,
  payments_key_secret: password(),
  payments_webhook_secret: password(),
  oidc_tools_client_id: `${randomBytes(8).toString('hex')}.tools.throughline.test`,
  oidc_tools_client_secret: password(),
  master_key: randomBytes(32).toString('base64'),
  cookie_secret: randomBytes(32).toString('base64'),
})

type Secrets = ReturnType<typeof make>

let loaded: Secrets | undefined

/** Made on the first start and kept from then on. */
export function secrets(): Secrets {
  loaded ??= load()
  return loaded
}

function load(): Secrets {
  folder(dirname(secretsFile))
  const known: Partial<Secrets> = existsSync(secretsFile) ? JSON.parse(readFileSync(secretsFile, 'utf8')) : {}
  const complete = { ...make(), ...known }
  if (Object.keys(complete).length > Object.keys(known).length) {
    writeFileSync(secretsFile, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 })
  }
  return complete
}

/** The roles that may log in to the database, each with its password. */
export const loginRoles = [
  'tl_api',
  'tl_worker',
  'tl_identity',
  'tl_relay',
  'tl_public',
  'tl_staff',
  'tl_report',
  'tl_migrator',
  'temporal',
] as const satisfies readonly (keyof Secrets)[]
