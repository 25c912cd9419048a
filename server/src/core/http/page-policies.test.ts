import { expect, test } from 'vitest'
import { policyOf } from './page-policies.ts'

const CONFIG = {
  GOOGLE_SCRIPT_URL: 'https://accounts.example/gsi/client',
  USERCONTENT_ORIGIN: 'https://usercontent.example',
  S3_ENDPOINT: 'http://s3.internal:7070',
  S3_PUBLIC_ENDPOINT: 'https://store.example/',
  S3_BUCKET: 'files',
  PAYMENTS_KEY_ID: undefined,
  PAYMENTS_SCRIPT_URL: 'https://checkout.example/v1/checkout.js',
  PAYMENTS_API_URL: 'https://payments.example',
}

test('of the identity provider only its script may run, and only what lies beside it be shown or called', () => {
  const policy = policyOf(CONFIG, 'abc')
  const sources = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  expect(sources.get('script-src')).toEqual(["'self'", "'nonce-abc'", 'https://accounts.example/gsi/client'])
  expect(sources.get('frame-src')).toEqual(['https://accounts.example/gsi/'])
  expect(sources.get('default-src')).toEqual(["'self'"])
  expect(sources.get('worker-src')).toEqual(["'self'"])
  expect(policy).not.toMatch(/https:\/\/accounts\.example(?!\/gsi\/)|unsafe-eval|\*/)
})

test('files are read from the origin for user content and sent to the store, and neither runs anything', () => {
  const policy = policyOf(CONFIG, 'abc')
  const naming = (origin: string) =>
    policy
      .split('; ')
      .filter((part) => part.includes(origin))
      .map((part) => part.split(' ')[0])
  expect(naming('https://usercontent.example')).toEqual(['img-src', 'connect-src'])
  expect(naming('https://store.example')).toEqual(['connect-src'])
  expect(policy).toMatch(/https:\/\/store\.example\/files\/quarantine\/(;|$)/)
  expect(naming('s3.internal')).toEqual([])
})

test('where payments are taken, the provider’s script may run and open its window; nowhere else', () => {
  const sourcesOf = (config: typeof CONFIG | { PAYMENTS_KEY_ID: string }) =>
    policyOf({ ...CONFIG, ...config }, 'abc')
      .split('; ')
      .filter((part) => /checkout|payments/.test(part))
  expect(sourcesOf(CONFIG)).toEqual([])
  expect(sourcesOf({ PAYMENTS_KEY_ID: 'rzp_test' })).toEqual([
    "script-src 'self' 'nonce-abc' https://accounts.example/gsi/client https://checkout.example/v1/checkout.js",
    'frame-src https://accounts.example/gsi/ https://payments.example/',
  ])
})
