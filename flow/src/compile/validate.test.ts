import { describe, expect, test } from 'vitest'
import { approval, condition, manual, tool, wait, workflow } from '../testing/make.ts'
import { type Broken, broken } from '../testing/rules.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'

const at =
  ({ code, step }: Broken) =>
  (found: { code: string; step?: string }) =>
    found.code === code && found.step === step

describe.each(broken.map((one, n) => [`${one.code} ${one.step ?? ''} (${n})`, one] as const))('%s', (_, one) => {
  const problems = validate(one.doc, one.known)

  test('is found, and said in words with a place that exists or is missing', () => {
    const found = problems.find(at(one))
    expect(problems.map(({ code, step }) => `${code} ${step ?? ''}`)).toContain(`${one.code} ${one.step ?? ''}`)
    expect(found?.text).toMatch(/^["A-Z0-9].*(\.|required)$/)
    expect(found?.path).toMatch(/^\//)
  })

  test('each repair offered removes it', () => {
    for (const found of problems.filter(at(one)))
      for (const offer of found.repairs) {
        const mended = validate(repair(one.doc, offer), one.known)
        const same = mended.filter((other) => at(one)(other) && other.path === found.path && other.text === found.text)
        expect(same, offer.label).toEqual([])
      }
  })
})

test('what a tool is missing goes by the name that the screen shows', () => {
  const input_schema = { properties: { url: { type: 'string', title: 'Address' }, key: {} }, required: ['url', 'key'] }
  const doc = workflow('sequential', tool('a', [], { tool_id: 'bank' }))
  const texts = validate(doc, { tools: { bank: { input_schema } } }).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['"Address" is required.', '"key" is required.']))
})

test('a problem of numbers to rules: every rule of the list is tried', () => {
  const numbers = new Set(
    broken.flatMap(({ doc, known, code }) =>
      validate(doc, known)
        .filter((one) => one.code === code)
        .map(({ n }) => n),
    ),
  )
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, n) => n + 1))
})

test('a repair leaves the document it is given as it was', () => {
  const doc = workflow('sequential', manual('a', ['gone']))
  const before = JSON.stringify(doc)
  const offer = validate(doc)[0]?.repairs[0]
  expect(offer && repair(doc, offer).steps.a?.next).toEqual([])
  expect(JSON.stringify(doc)).toBe(before)
})

test('what both ways through a branch set is surely set where a step waits for that branch', () => {
  const login = { name: 'login', type: 'text' as const, label: 'Login', required: true }
  const doc = workflow(
    'parallel',
    manual('details', ['accounts', 'papers']),
    tool('accounts', ['welcome'], { output: { login: 'string' }, on_failure: { next: ['by_hand'] } }),
    manual('by_hand', ['welcome'], { fields: [login] }),
    manual('papers', ['contract']),
    approval('contract', ['welcome'], { on_reject: { next: ['papers'] } }),
    manual('welcome', [], { assignee: { expr: 'vars.login' } }),
  )
  expect(validate(doc)).toEqual([])
})

test('a guard makes a reading safe, whichever side it stands on', () => {
  const reading = (when: string) =>
    validate(
      workflow(
        'sequential',
        condition('a', [['b']], ['c'], { branches: [{ when: 'rounds["a"] > 1', next: ['b'] }] }),
        manual('b', ['c'], { fields: [{ name: 'n', type: 'number', label: 'N', required: true }] }),
        condition('c', [['d']], ['e'], { branches: [{ when, next: ['d'] }] }),
        manual('d'),
        wait('e'),
      ),
    ).map(({ code }) => code)
  expect(reading('vars.n > 1')).toEqual(['var_maybe'])
  for (const safe of [
    'has(vars.n) && vars.n > 1',
    'vars.n > 1 && has(vars.n)',
    '!has(vars.n) || vars.n > 1',
    'has(vars.n) ? vars.n > 1 : false',
    'vars.?n.orValue(0.0) > 1',
  ])
    expect(reading(safe)).toEqual([])
})

test('a mistake in one expression of a template is mended there, and the rest of the text stays', () => {
  const doc = workflow(
    'sequential',
    manual('a', ['b'], { fields: [{ name: 'vendor', type: 'text', label: 'Vendor', required: true }] }),
    tool('b', [], { input: { parameters: { note: 'To {{vars.vendor}} and {{ vars.vendr }}, {{' } } }),
  )
  const [found] = validate(doc)
  expect(found).toMatchObject({ code: 'var_unknown', path: '/steps/b/input/parameters/note' })
  const mended = found?.repairs[0] && repair(doc, found.repairs[0])
  expect(mended?.steps.b).toMatchObject({
    input: { parameters: { note: 'To {{vars.vendor}} and {{vars.vendor}}, {{' } },
  })
  expect(mended && validate(mended)).toEqual([])
})
