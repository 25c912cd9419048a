import type { Resolve } from '../../src/core/egress/guard.ts'

/** Ways to write an address that is not public. */
const literals = [
  // loopback in every notation
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0X7F.0X0.0X0.0X1',
  '127.0x0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  // this host, private, shared, link-local, special
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '0xc0a80001',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::7f00:1]',
  '[100::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
]

/** Names that lead to one, in part at least. */
const names: Record<string, string[]> = {
  'private.example': ['10.0.0.1'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'metadata.google.internal': ['169.254.169.254'],
  'zero.example': ['0.0.0.0'],
  'mixed.example': ['1.1.1.1', '127.0.0.1'],
  'mixed-last.example': ['127.0.0.1', '1.1.1.1'],
  'mixed6.example': ['2606:4700::1', 'fd00::1'],
  'xn--n3h.example': ['192.168.1.1'],
  'nothing.example': [],
  'text.example': ['not an address'],
}

/** What is no address to call, or hides whose it is; PORT is that of the canary. */
const addresses = [
  // other schemes, and what only looks like https
  'http://example.com/',
  'http://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET%20/',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'blob:https://127.0.0.1:PORT/1',
  'ws://127.0.0.1:PORT/',
  'wss://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  '//127.0.0.1:PORT/',
  '/relative',
  '',
  // who the host is
  'https://example.com@127.0.0.1:PORT/',
  'https://example.com:443@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://127.0.0.1:PORT\\@example.com/',
  'https://127.0.0.1:PORT#@example.com/',
  'https://127.0.0.1:PORT?@example.com/',
  'https:\\\\127.0.0.1:PORT/',
  'https:127.0.0.1:PORT/',
  'https:///127.0.0.1:PORT/',
  'ht\ntps://127.0.0.1:PORT/',
  ' https://127.0.0.1:PORT/ ',
  'https://127.0.0.1:0PORT/',
  'https://127.0.0.1:99999/',
  'https://localhost%00.example.com:PORT/',
  'https://[fe80::1%25eth0]:PORT/',
  'https://[::1%251]:PORT/',
  'https://256.256.256.256:PORT/',
]

/** Answers for the names above. */
export const resolveHostile: Resolve = (hostname, _options, callback) => {
  const answer = names[hostname] ?? []
  callback(
    null,
    answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

/** Hosts that must not be reached. */
export const HOSTILE_HOSTS: readonly string[] = [...literals, ...Object.keys(names)]
/** Addresses that must not be reached; PORT is that of the canary. */
export const HOSTILE_ADDRESSES: readonly string[] = [
  ...HOSTILE_HOSTS.map((host) => `https://${host}:PORT/`),
  ...addresses,
]

/** A name whose answer is good for no second: it leads to an address that is nobody's, and inside, by turns. */
export function rebindingName(): { resolve: Resolve; asked: () => number } {
  let asked = 0
  const resolve: Resolve = (_hostname, _options, callback) => {
    asked++
    callback(null, [{ address: asked % 2 === 1 ? '192.0.1.1' : '127.0.0.1', family: 4 }])
  }
  return { resolve, asked: () => asked }
}
