import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSchema } from '../core/http/describe.ts'
import { SHAPES } from './shapes.ts'

const root = join(import.meta.dirname, '../../..')
/** That it is what the endpoints say is part of `pnpm check`. */
const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
const description = JSON.parse(text)
const named: string[] = Object.keys(description.components.schemas)
const referred = new Set(Array.from(text.matchAll(/"\$ref": "(.*)"/g), ([, to = '']) => to))

describe('docs/openapi.json', () => {
  test('refers to what is there, and names nothing that is not referred to', () => {
    expect([...referred].toSorted()).toEqual(named.map((name) => `#/components/schemas/${name}`))
  })

  test('names shapes as the contracts do', () => {
    const known = new Set(Object.keys(SHAPES).flatMap((name) => [name, `${name}Input`]))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('answers with a shape by its name', () => {
    const answer = description.paths['/v1/tasks/{taskId}/claim/'].post.responses[200].content['application/json']
    expect(answer.schema.properties.data).toEqual({ $ref: '#/components/schemas/TaskRow' })
  })

  test('has one shape for every refusal', () => {
    const refusal = {
      description: 'Default Response',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    }
    const calls = Object.values<object>(description.paths).flatMap((path): { responses: object }[] =>
      Object.values(path),
    )
    expect(calls.length).toBeGreaterThan(100)
    for (const { responses } of calls) expect(responses).toMatchObject({ default: refusal })
  })
})

test('every schema that a contract exports under a capital is a shape', async () => {
  const folder = join(root, 'contracts/src')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const missing: string[] = []
  for (const file of files) {
    const contract: Record<string, unknown> = await import(join(folder, file))
    for (const [name, value] of Object.entries(contract)) {
      if (isSchema(value) && /^[A-Z]/.test(name) && SHAPES[name] !== value) missing.push(`${file}: ${name}`)
    }
  }
  expect(missing).toEqual([])
})
