import { expect, test } from 'vitest'
import { policyOf } from './web.ts'

test('of the identity provider only its script may run, and only what lies beside it be shown or called', () => {
  const policy = policyOf({ GOOGLE_SCRIPT_URL: 'https://accounts.example/gsi/client' }, 'abc')
  const sources = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  expect(sources.get('script-src')).toEqual(["'self'", "'nonce-abc'", 'https://accounts.example/gsi/client'])
  expect(sources.get('frame-src')).toEqual(['https://accounts.example/gsi/'])
  expect(sources.get('default-src')).toEqual(["'self'"])
  expect(policy).not.toMatch(/https:\/\/accounts\.example(?!\/gsi\/)|unsafe-eval|\*/)
})
