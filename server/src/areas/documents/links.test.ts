import { randomUUID } from 'node:crypto'
import { DocumentId, MemberId, TenantId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { Secret } from '../../core/secret.ts'
import { makeLink, readLink } from './links.ts'
import { LINK_SECONDS } from './sealed.ts'

const config = { COOKIE_SECRET: new Secret('k'.repeat(32)), USERCONTENT_ORIGIN: 'https://usercontent.example' }
const claim = {
  tenantId: TenantId.parse(randomUUID()),
  memberId: MemberId.parse(randomUUID()),
  documentId: DocumentId.parse(randomUUID()),
  number: 2,
  open: 'inline',
} as const
const linkIn = (url: string) => new URL(url).searchParams.get('link') ?? ''

test('a link is good for five minutes and not a moment longer', () => {
  const link = linkIn(makeLink(config, claim, 0).url)
  expect(LINK_SECONDS).toBeLessThanOrEqual(300)
  expect(readLink(config, link, LINK_SECONDS * 1_000 - 1)).toEqual(claim)
  expect(() => readLink(config, link, LINK_SECONDS * 1_000)).toThrow('no longer valid')
})

test('no character of a link can be changed', () => {
  const link = linkIn(makeLink(config, claim, 0).url)
  for (const at of Array.from(link).keys()) {
    const changed = `${link.slice(0, at)}${link[at] === '0' ? '1' : '0'}${link.slice(at + 1)}`
    expect(() => readLink(config, changed, 1)).toThrow('no longer valid')
  }
  expect(() => readLink({ ...config, COOKIE_SECRET: new Secret('j'.repeat(32)) }, link, 1)).toThrow('no longer valid')
})
