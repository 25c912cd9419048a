import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { EgressError } from './egress-error.ts'
import { isPublicAddress } from './public-address.ts'

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const notPublic = (host: string) => new EgressError('address_refused', `${host} is not a public address`)

/** Checked before any connection: what the socket's lookup never sees. */
export function checkUrl(url: URL, trusted: boolean): void {
  if (url.username || url.password) throw new EgressError('url_refused', 'an address must not carry a user or password')
  if (trusted) return
  if (url.protocol !== 'https:') throw new EgressError('url_refused', `${url.protocol} is not allowed, only https:`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A socket asks no lookup for a literal address.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host)
}

/** The socket connects to what this returns and to nothing else, so a name cannot answer differently in between. */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) callback(notPublic(hostname), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
