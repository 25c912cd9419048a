import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { checkUrl, guardedLookup } from './guard.ts'

const publicAddresses: LookupAddress[] = [
  { address: '2606:4700::1111', family: 6 },
  { address: '1.1.1.1', family: 4 },
]
const lookup = guardedLookup((_hostname, _options, callback) => callback(null, publicAddresses))

test('a public name gives the socket all its addresses, or the first, as it asks', () => {
  lookup('example.com', { all: true }, (error, addresses) => {
    expect([error, addresses]).toEqual([null, publicAddresses])
  })
  lookup('example.com', {}, (error, address, family) => {
    expect([error, address, family]).toEqual([null, '2606:4700::1111', 6])
  })
  expect.assertions(2)
})

test('a name that is not known says so', () => {
  const unknown = Object.assign(new Error('not known'), { code: 'ENOTFOUND' })
  guardedLookup((_hostname, _options, callback) => callback(unknown, []))('example.com', {}, (error) => {
    expect(error).toBe(unknown)
  })
  expect.assertions(1)
})

test.each(['https://example.com/', 'https://example.com:8443/', 'https://1.1.1.1/', 'https://[2606:4700::1111]/'])(
  '%s may be called',
  (address) => {
    expect(() => checkUrl(new URL(address), false)).not.toThrow()
  },
)
