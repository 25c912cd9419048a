import { endpoint } from '@throughline/contracts/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { createBareApp } from '../../../test/bare-app.ts'
import { ENDPOINTS } from '../../main/endpoints.ts'
import { type Config, hostsOf, readConfig } from '../config.ts'

const open = { method: 'GET', access: 'public', rate: 'read', summary: '', response: z.object({}) } as const
const call = endpoint({ ...open, path: '/v1/call/' })
const file = endpoint({ ...open, path: '/v1/file/', host: 'usercontent' })
const hosts = hostsOf(readConfig())

const bare = await createBareApp(
  [
    (on) => {
      on(call, async () => ({}))
      on(file, async () => ({}))
    },
  ],
  (app) => {
    for (const plain of ['web', 'socket', 'health'] as const)
      app.get(`/${plain}`, { schema: { hide: true }, config: { plain } }, () => plain)
  },
)
afterAll(() => bare.close())

const ask = (url: string, host: string) => bare.inject({ url, headers: { host } })

describe('each host serves its own part and nothing else', () => {
  const everything = ['/v1/call/', '/v1/file/', '/web', '/socket', '/docs/', '/openapi.json', '/health']
  test.each([
    ['app', ['/v1/call/', '/web', '/socket', '/health']],
    ['admin', ['/v1/call/', '/web', '/socket', '/health']],
    ['www', ['/web', '/docs/', '/openapi.json', '/health']],
    ['usercontent', ['/v1/file/', '/health']],
  ] as const)('%s', async (kind, served) => {
    const found: string[] = []
    for (const url of everything) {
      const { statusCode, headers } = await ask(url, hosts[kind])
      expect([200, 404], url).toContain(statusCode)
      expect(headers['permissions-policy'], url).toContain('camera=()')
      if (statusCode === 200) found.push(url)
    }
    expect(found).toEqual(served)
  })

  test('what another host serves is answered like what nobody does', async () => {
    const told = async (url: string, host: string) => {
      const { request_id: _, ...body } = (await ask(url, host)).json()
      return body
    }
    for (const url of ['/v1/call/', '/docs/', '/web'])
      expect(await told(url, hosts.usercontent)).toEqual(await told('/nothing', hosts.usercontent))
    expect(await told('/v1/call/', hosts.www)).toEqual(await told('/v1/nothing/', hosts.www))
  })
})

describe('calls of the product', () => {
  test('exist on neither of the hosts without sessions', async () => {
    const { app } = await sharedApi()
    for (const { method, path, host } of ENDPOINTS) {
      const url = path.replaceAll(/:\w+/g, '0198b5a0-0000-7000-8000-000000000000')
      for (const kind of ['www', 'usercontent'] as const) {
        if (host === kind) continue
        const answer = await app.inject({ method, url, headers: { host: hosts[kind] } })
        expect([method, path, kind, answer.statusCode]).toEqual([method, path, kind, 404])
      }
    }
  })
})

test('the reference of the API runs no script that it does not name, and loads nothing from elsewhere', async () => {
  const { headers, body } = await ask('/docs/', hosts.www)
  const policy = String(headers['content-security-policy'])
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
  expect(nonce.length).toBeGreaterThan(20)
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/)
  const scripts = body.match(/<script[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  expect(body).not.toMatch(/(src|href)="https?:/)
  expect((await ask('/docs/', hosts.www)).headers['content-security-policy']).not.toBe(policy)
})

test.each(['ADMIN_ORIGIN', 'WWW_ORIGIN', 'USERCONTENT_ORIGIN'] satisfies (keyof Config)[])(
  'a configuration in which %s shares the application’s host is refused',
  (name) => {
    const shared = { ...process.env, [name]: process.env.APP_ORIGIN }
    expect(() => readConfig(shared)).toThrow('each needs a host of its own')
  },
)
