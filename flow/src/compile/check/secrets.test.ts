import { expect, test } from 'vitest'
import type { FlowDoc } from '../../document.ts'
import { plainCalendar } from '../../eval/calendar.ts'
import { fill } from '../../eval/templates.ts'
import type { Json } from '../../eval/tree.ts'
import { condition, manual, tool, workflow } from '../../testing/make.ts'
import { compile } from '../compiled.ts'
import { repair } from '../repair.ts'
import { validate } from '../validate.ts'
import { secretsNamedIn } from './secrets.ts'

const withRequest = (parameters: Record<string, Json>, tool_id = 'http.request'): FlowDoc =>
  workflow('sequential', tool('call', ['end'], { tool_id, input: { parameters } }), manual('end'))

const problemsOf = (doc: FlowDoc, secrets: string[] = ['bank']) =>
  validate(doc, { secrets })
    .filter(({ n, code }) => n === 37 || code.startsWith('expr'))
    .map(({ code, level, path }) => `${level} ${code} ${path}`)

const everywhere = {
  url: "https://api.example.com/{{ secret('bank') }}",
  headers: { Authorization: 'Bearer {{secret("bank")}}' },
  body: '{"key": "{{ secret( \'bank\' ) }}"}',
}

test('a secret can stand in the address, headers and body of an HTTP request', () => {
  const doc = withRequest(everywhere)
  expect(problemsOf(doc)).toEqual([])
  expect(secretsNamedIn(doc)).toEqual(['bank'])
})

const at = '/steps/call/input/parameters'
test.each([
  ['its method', withRequest({ method: "{{ secret('bank') }}" }), `E secret_misplaced ${at}/method`],
  ['an email', withRequest({ text: "{{ secret('bank') }}" }, 'email.send'), `E secret_misplaced ${at}/text`],
  ['a part of an expression', withRequest({ url: "{{ secret('bank') + 'x' }}" }), `E expr_forbidden ${at}/url`],
  ['a question about it', withRequest({ url: "{{ size(secret('bank')) }}" }), `E expr_forbidden ${at}/url`],
  [
    'a condition',
    workflow(
      'sequential',
      condition('c', [['a']], ['a'], { branches: [{ when: "secret('bank') == 'x'", next: ['a'] }] }),
      manual('a'),
    ),
    'E expr_forbidden /steps/c/branches/0/when',
  ],
  [
    'a form',
    workflow(
      'sequential',
      manual('a', [], { fields: [{ name: 'n', label: 'N', type: 'text', show_if: "secret('bank') == 'x'" }] }),
    ),
    'E expr_forbidden /steps/a/fields/0/show_if',
  ],
])('it cannot stand in %s', (_where, doc, expected) => {
  expect(problemsOf(doc)).toEqual([expected])
  expect(compile(doc).ok).toBe(false)
})

test('a secret that does not exist is a warning that names it', () => {
  const [problem] = validate(withRequest({ url: "https://x.test/{{ secret('gone') }}" }), { secrets: ['bank'] })
  expect(problem).toMatchObject({ code: 'secret_unknown', level: 'W', path: `${at}/url` })
  expect(problem?.text).toContain('"gone"')
})

test.each([
  ['Authorization', 'Bearer abc123', "Bearer {{ secret('authorization') }}"],
  ['X-Api-Key', 'abc123', "{{ secret('x_api_key') }}"],
  ['x-auth-token', 'abc123', "{{ secret('x_auth_token') }}"],
  ['Cookie', 'session=1', "{{ secret('cookie') }}"],
])('a value of %s that everybody can read is a warning, repaired by a reference', (header, value, reference) => {
  const doc = withRequest({ url: 'https://x.test', headers: { [header]: value, Accept: 'text/plain' } })
  const problems = validate(doc).filter(({ n }) => n === 37)
  expect(problems).toMatchObject([{ code: 'secret_literal', level: 'W', path: `${at}/headers/${header}` }])
  const [offer] = problems[0]?.repairs ?? []
  if (!offer) throw new Error('no repair was offered')
  expect(repair(doc, offer).steps.call).toMatchObject({ input: { parameters: { headers: { [header]: reference } } } })
  expect(problemsOf(repair(doc, offer), [reference.split("'")[1] ?? ''])).toEqual([])
})

test('filling leaves the reference in place, or the mark that stands for it', () => {
  const compiled = compile(withRequest(everywhere))
  if (!compiled.ok) throw new Error('it does not compile')
  const templates = compiled.exprs.steps.call?.input ?? {}
  const scope = { vars: {}, now: 0, calendar: plainCalendar }
  expect(fill({ parameters: everywhere }, templates, scope)).toMatchObject({
    value: { parameters: { headers: { Authorization: "Bearer {{ secret('bank') }}" } } },
  })
  expect(fill({ parameters: everywhere }, templates, scope, (name) => `<${name}>`)).toMatchObject({
    value: { parameters: { url: 'https://api.example.com/<bank>', body: '{"key": "<bank>"}' } },
  })
})

test('a workflow refers to a hundred secrets at most', () => {
  const naming = (count: number) => {
    const names = Array.from({ length: count }, (_, n) => `{{ secret('s${n}') }}`)
    // Named twice, each counts once.
    return withRequest({ url: 'https://api.example.com', body: `${names.join(' ')} ${names.join(' ')}` })
  }
  expect(compile(naming(100)).ok).toBe(true)
  expect(validate(naming(101)).filter(({ level }) => level === 'E')).toMatchObject([{ n: 34, code: 'too_big' }])
})
