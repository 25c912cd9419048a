import { BlockList, isIPv6 } from 'node:net'
import { TenantId } from '@throughline/contracts/ids'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
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

/** Looked up with each call, so that a key that was revoked opens nothing from then on. */
export async function requireApiKey(ctx: Context, token: string, ip: string): Promise<ApiKeyViewer> {
  const found = await execute<KeyRow>(ctx.pools.identity, 'select * from auth.api_key($1)', [hashToken(token)])
  const row = found.rows[0]
  if (!row) throw new AppError(401, 'invalid_key', 'This API key isn’t valid')
  if (row.networks.length > 0 && !isWithin(row.networks, ip)) {
    throw forbidden('This API key can’t be used from this network')
  }
  if (!row.subscription_active) throw subscriptionRequired()
  return {
    keyId: row.key_id,
    name: row.name,
    tenantId: TenantId.parse(row.tenant_id),
    workflowIds: new Set(row.workflow_ids),
    network: networkOf(ip),
    standIn: { stand_in_kind: row.stand_in_kind, stand_in_id: row.stand_in_id },
  }
}
