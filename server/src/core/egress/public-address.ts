import { BlockList, isIP } from 'node:net'

/** What the IANA special-purpose registries name for IPv4, and the platform address of one cloud. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Global unicast; loopback, mapped, translated (NAT64), link-local and unique local addresses all lie outside. */
const GLOBAL_V6 = ['2000::/3']
/** Inside it: protocol assignments with Teredo, documentation, 6to4 (which carries an IPv4 address). */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const specialV4 = listOf('ipv4', SPECIAL_V4)
const globalV6 = listOf('ipv6', GLOBAL_V6)
const specialV6 = listOf('ipv6', SPECIAL_V6)

/** True only for an address that anyone on the internet could reach as well as we can. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialV4.check(address, 'ipv4')
  if (family === 6) return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
  return false
}
