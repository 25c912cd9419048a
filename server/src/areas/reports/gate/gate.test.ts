import { expect, test } from 'vitest'
import { passGate } from './gate.ts'
import type { Parameter } from './parameters.ts'

const pass = (query: string, parameters: readonly Parameter[] = []) => passGate({ query, parameters, views: ['tasks'] })

test.each([
  ['('.repeat(9_000), { message: 'Syntax error at end of input.', line: 1, column: 9_001 }],
  [`select ${'f('.repeat(6_000)}`, { message: 'Memory exhausted at or near "f".' }],
  [`select ${'1+'.repeat(9_900)}1`, { message: 'This query is nested too deeply.' }],
])(
  'a query that is made to break the parser is refused in words, and the next one is checked',
  async (query, problem) => {
    expect(await pass(query)).toMatchObject({ ok: false, problem })
    expect(await pass('select 1')).toMatchObject({ ok: true })
  },
)

test('a query that its thread ends with is refused, and the next one is checked by another', async () => {
  // A parameter that is missing is no refusal, but a fault.
  const [broken, next] = await Promise.all([
    pass('select {{p}}', Array.from<Parameter>({ length: 1 })),
    pass('select 1'),
  ])
  expect(broken).toEqual({ ok: false, problem: { message: 'This query is nested too deeply.' } })
  expect(next).toMatchObject({ ok: true })
})

test('queries are checked one after the other, each with its own answer', async () => {
  const [first, second] = await Promise.all([pass('select * from tasks'), pass('select * from pg_class')])
  expect(first).toMatchObject({ ok: true })
  expect(second).toMatchObject({ ok: false, problem: { message: 'There is no view “pg_class”.' } })
})
