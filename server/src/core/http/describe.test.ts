import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBareApp } from '../../../test/bare-app.ts'
import { describeBy, type Shapes } from './describe.ts'

const Id = z.string().check(z.regex(/^[a-z]$/))
const Person = z.object({
  id: Id,
  get boss() {
    return z.nullable(Person)
  },
})
const Options = z.object({ limit: z._default(z.number(), 50) })

/** The description of one route that takes and answers these. */
async function describing(shapes: Shapes, schema: object) {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, { openapi: { openapi: '3.1.0' }, convertConstToEnum: false, ...describeBy(shapes) })
  app.post('/people/:id', { schema }, () => ({}))
  await app.ready()
  const { components, paths } = JSON.parse(JSON.stringify(app.swagger()))
  return { schemas: components.schemas, post: paths['/people/{id}'].post }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('the description', () => {
  test('refers to a shape by its name, also to one that holds itself', async () => {
    const { schemas, post } = await describing({ Id, Person }, { body: z.array(Person), response: { 200: Person } })
    expect(post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { type: 'array', items: ref('PersonInput') } } } },
      responses: { 200: { content: { 'application/json': { schema: ref('Person') } } } },
    })
    expect(schemas).toMatchObject({
      Id: { type: 'string', pattern: '^[a-z]$' },
      Person: { properties: { id: ref('Id'), boss: { anyOf: [ref('Person'), { type: 'null' }] } } },
      PersonInput: { properties: { id: ref('Id'), boss: { anyOf: [ref('PersonInput'), { type: 'null' }] } } },
    })
  })

  test('writes parameters out one by one, whatever their schema is called', async () => {
    const params = z.object({ id: Id })
    const { post } = await describing({ Id, Options }, { params, querystring: Options })
    expect(post).toMatchObject({
      parameters: [
        { in: 'query', name: 'limit', required: false, schema: { type: 'number', default: 50 } },
        { in: 'path', name: 'id', required: true, schema: ref('Id') },
      ],
    })
  })

  test('holds no shape that no route uses', async () => {
    const { schemas } = await describing({ Id, Person, Options }, { response: { 200: Id } })
    expect(Object.keys(schemas)).toEqual(['Id'])
  })

  test('is refused where one name would stand for two shapes', async () => {
    const shapes = { Options, OptionsInput: Person }
    await expect(describing(shapes, { body: Options, response: { 200: Person } })).rejects.toThrow(
      'OptionsInput would name two shapes',
    )
  })

  test('is served, and shown as a page', async () => {
    const app = await createBareApp([])
    const { host } = new URL(process.env.WWW_ORIGIN ?? '')
    const [served, page] = [
      await app.inject({ url: '/openapi.json', headers: { host } }),
      await app.inject({ url: '/docs/', headers: { host } }),
    ]
    expect(served.json()).toMatchObject({ openapi: '3.1.0' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    await app.close()
  })
})
