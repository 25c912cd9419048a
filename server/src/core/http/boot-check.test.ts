import { type EndpointShape, endpoint } from '@throughline/contracts/endpoint'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBareApp } from '../../../test/bare-app.ts'

const COMPLETE: EndpointShape = endpoint({
  method: 'PUT',
  path: '/v1/things/:thingId/',
  summary: 'Change a thing',
  access: 'signed_in',
  rate: 'write',
  params: z.object({ thingId: z.uuid() }),
  body: z.strictObject({ name: z.string() }),
  response: z.object({ name: z.string() }),
})

const boot = async (shape: EndpointShape) => {
  const app = await createBareApp([(on) => on(shape, async () => ({ name: '' }))])
  await app.ready()
  await app.close()
}

const without = (part: keyof EndpointShape) => {
  const shape = { ...COMPLETE }
  Reflect.deleteProperty(shape, part)
  return shape
}

describe('the process starts', () => {
  test('with endpoints that say everything', async () => {
    await expect(boot(COMPLETE)).resolves.toBeUndefined()
  })

  test.each([
    ['access', 'says not who may call it'],
    ['rate', 'names no rate class'],
    ['params', 'has no schema for its path parameters'],
  ] as const)('not without %s', async (part, problem) => {
    await expect(boot(without(part))).rejects.toThrow(problem)
  })

  test('not without a schema for what is answered', async () => {
    await expect(boot(without('response'))).rejects.toThrow()
  })

  test('not with content whose unknown keys would be let in', async () => {
    const loose = [
      z.object({ name: z.string() }),
      z.looseObject({ name: z.string() }),
      z.unknown(),
      z.record(z.string(), z.string()),
    ]
    for (const body of loose)
      await expect(boot({ ...COMPLETE, body })).rejects.toThrow('takes unknown keys in its body')
  })

  test('not with a route that is no declared endpoint', async () => {
    const app = await createBareApp([], (bare) => bare.get('/v1/secret/', () => 'anyone may read this'))
    await expect(app.ready()).rejects.toThrow('GET /v1/secret/ is not a declared endpoint')
  })
})
