import { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { readSignedLink, signLink } from '../../signed-link.ts'

interface Subscription {
  tenantId: TenantId
  /** By its key. */
  address: string
}

const ID_BYTES = 16
const LINK_BYTES = 2 * ID_BYTES

/** Good for as long as the secret it is signed with: mails are read years later. */
export function unsubscribeLink(
  config: Pick<Config, 'COOKIE_SECRET' | 'APP_ORIGIN'>,
  { tenantId, address }: Subscription,
): string {
  const facts = Buffer.from(tenantId.replaceAll('-', '') + address, 'hex')
  return `${config.APP_ORIGIN}/v1/unsubscribe/${signLink(config, 'unsubscribe', facts)}/`
}

export function readUnsubscribeLink(config: Pick<Config, 'COOKIE_SECRET'>, link: string): Subscription | undefined {
  const facts = readSignedLink(config, 'unsubscribe', link)
  if (facts?.length !== LINK_BYTES) return undefined
  const [id, address] = [facts.subarray(0, ID_BYTES), facts.subarray(ID_BYTES)].map((part) => part.toString('hex'))
  const dashed = id?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { tenantId: z.parse(TenantId, dashed), address: address ?? '' }
}
