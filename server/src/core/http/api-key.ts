import { BlockList, isIPv6 } from 'node:net'
import { TenantId } from '@throughline/contracts/ids'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import type { TenantTx } from '../db/tenant-tx.ts'
import { AppError, forbidden, subscriptionRequired } from '../errors.ts'
import { networkOf } from './rate-limits.ts'
import { hashToken } from './session.ts'

/** A program that calls with a key: it is nobody's session and no member, and may do what its key names alone. */
export interface ApiKeyViewer {
  keyId: string
  name: string
  tenantId: TenantId
  workflowIds: ReadonlySet<string>
  /** From where it calls. */
  network: string
  standIn: { stand_in_kind: string | null; stand_in_id: string | null }
}

interface KeyRow {
  tenant_id: string
  key_id: string
  name: string
  workflow_ids: string[]
  networks: string[]
  stand_in_kind: string | null
  stand_in_id: string | null
  subscription_active: boolean
}

/** What a call says it holds; undefined: it comes with no key. */
export const apiKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (tlk_\S{1,200})$/i.exec(headers.authorization ?? '')?.[1]

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Throws where one of them is no network. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits, ...rest] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    // An empty number would be 0, and the network everybody's.
    else if (/^\d{1,3}$/.test(bits) && rest.length === 0) list.addSubnet(address, Number(bits), familyOf(address))
    else throw new Error(`${one} is no network`)
  }
  return list
}

/** Where one of the networks is none, since it was saved before that was refused, the key opens nothing. */
function isWithin(networks: readonly string[], ip: string): boolean {
  try {
    return networkList(networks).check(ip, familyOf(ip))
  } catch {
    return false
  }
}

/**
 * Looked up with each call, so that a key that was revoked opens nothing from then on. `refusal`: a key that counts, but not
 * from there or not now.
 */
export async function findApiKey(
  ctx: Context,
  token: string,
  ip: string,
): Promise<{ apiKey: ApiKeyViewer; refusal: AppError | undefined }> {
  const found = await execute<KeyRow>(ctx.pools.identity, 'select * from auth.api_key($1)', [hashToken(token)])
  const row = found.rows[0]
  if (!row) throw new AppError(401, 'invalid_key', 'This API key isn’t valid')
  const apiKey = {
    keyId: row.key_id,
    name: row.name,
    tenantId: TenantId.parse(row.tenant_id),
    workflowIds: new Set(row.workflow_ids),
    network: networkOf(ip),
    standIn: { stand_in_kind: row.stand_in_kind, stand_in_id: row.stand_in_id },
  }
  const isElsewhere = row.networks.length > 0 && !isWithin(row.networks, ip)
  const refusal = isElsewhere
    ? forbidden('This API key can’t be used from this network')
    : row.subscription_active
      ? undefined
      : subscriptionRequired()
  return { apiKey, refusal }
}

/** A key in the wrong hands may come from ever new ones: what is known of so many is enough to revoke it. */
const MAX_NETWORKS = 200

/** The day of its last use, and a line in the audit log where it is used from a new network. */
export async function noteKeyUse(tx: TenantTx, { keyId, name, network }: ApiKeyViewer): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql`insert into api_key_networks (tenant_id, key_id, network)
    select ${tenantId}::uuid, ${keyId}::uuid, ${network} where (select count(*) from (select from api_key_networks
      where tenant_id = ${tenantId} and key_id = ${keyId} limit ${MAX_NETWORKS}) noted) < ${MAX_NETWORKS}
    on conflict do nothing returning 1`.execute(db)
  if (rows.length > 0) tx.audit({ act: 'api_key.new_network', kind: 'api_key', id: keyId, data: { name, network } })
  await sql`update api_keys set last_used_on = current_date
    where tenant_id = ${tenantId} and id = ${keyId} and last_used_on is distinct from current_date`.execute(db)
}
