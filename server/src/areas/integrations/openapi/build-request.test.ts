import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import { buildRequest, NotSendable } from './build-request.ts'
import type { InputPlace, RequestShape } from './found-document.ts'

const SERVER = 'https://api.example.com/v1'

const shape = (inputs: InputPlace[], more: Partial<RequestShape> = {}): RequestShape => ({
  method: 'POST',
  path: '/things',
  body: null,
  key: null,
  inputs,
  ...more,
})
const place = (where: InputPlace['in'], name: string, style: InputPlace['style'] = 'plain'): InputPlace => ({
  input: name,
  in: where,
  name,
  style,
})
const addressOf = (inputs: InputPlace[], input: Record<string, Json>, path = '/things') =>
  buildRequest(SERVER, shape(inputs, { path }), input, 'k').url.href.slice(SERVER.length)

const list = ['a b', 'c,d']
const object = { kind: 'new', size: 3 }

test.each<[InputPlace['style'], Json, string]>([
  ['exploded', list, '?q=a%20b&q=c%2Cd'],
  ['exploded', object, '?kind=new&size=3'],
  ['exploded', 'a&b=c', '?q=a%26b%3Dc'],
  ['exploded', true, '?q=true'],
  ['exploded', [], ''],
  ['plain', list, '?q=a%20b,c%2Cd'],
  ['plain', object, '?q=kind,new,size,3'],
  ['spaces', list, '?q=a%20b%20c%2Cd'],
  ['pipes', list, '?q=a%20b%7Cc%2Cd'],
  ['deep', object, '?q%5Bkind%5D=new&q%5Bsize%5D=3'],
  ['deep', { in: list }, '?q%5Bin%5D=a%20b&q%5Bin%5D=c%2Cd'],
  ['json', object, '?q=%7B%22kind%22%3A%22new%22%2C%22size%22%3A3%7D'],
])('a query writes %s %j as %s', (style, value, search) => {
  expect(addressOf([place('query', 'q', style)], { q: value })).toBe(`/things${search}`)
})

test('what is not given, or nothing, is left out of a query', () => {
  expect(addressOf([place('query', 'q'), place('query', 'r')], { q: null })).toBe('/things')
})

test.each([
  ['x/y?z#ü', '/things/x%2Fy%3Fz%23%C3%BC/parts'],
  [7, '/things/7/parts'],
  [['a', 'b/c'], '/things/a,b%2Fc/parts'],
  ['%2e%2e', '/things/%252e%252e/parts'],
  ['$&', '/things/%24%26/parts'],
])('a path holds %j as one segment', (id, path) => {
  expect(addressOf([place('path', 'id')], { id }, '/things/{id}/parts')).toBe(path)
})

test.each(['', '.', '..', null, []])('a path never becomes that of another operation: %j', (id) => {
  expect(() => addressOf([place('path', 'id')], { id }, '/things/{id}')).toThrow(NotSendable)
})

test('two values in one segment can’t leave it either', () => {
  const inputs = [place('path', 'a'), place('path', 'b')]
  expect(() => addressOf(inputs, { a: '.', b: '.' }, '/things/{a}{b}/x')).toThrow(NotSendable)
})

test('an address stays with the server', () => {
  const input = { id: '@evil.example' }
  expect(
    buildRequest('https://api.example.com', shape([place('path', 'id')], { path: '/{id}' }), input, 'k').url.host,
  ).toBe('api.example.com')
  expect(() => buildRequest('https://api.example.com', shape([], { path: '.evil.example/' }), {}, 'k')).toThrow(
    NotSendable,
  )
})

test('a body holds its own fields, as JSON or as a form', () => {
  const inputs = [place('query', 'q'), place('body', 'name'), place('body', 'tags'), place('body', 'none')]
  const input = { q: '1', name: 'ä b', tags: ['x', 'y'] }
  const bodyAs = (body: 'json' | 'form') => buildRequest(SERVER, shape(inputs, { body }), input, 'k').body
  expect(bodyAs('json')).toBe('{"name":"ä b","tags":["x","y"]}')
  expect(bodyAs('form')).toBe('name=%C3%A4+b&tags=x&tags=y')
})

test('a body that is one input is sent as it is, and not at all without it', () => {
  const whole = shape([{ ...place('whole_body', 'body'), input: 'body' }], { body: 'json' })
  expect(buildRequest(SERVER, whole, { body: [1, null] }, 'k').body).toBe('[1,null]')
  expect(buildRequest(SERVER, whole, {}, 'k').body).toBeUndefined()
  expect(() => buildRequest(SERVER, { ...whole, body: 'form' }, { body: 'text' }, 'k')).toThrow(NotSendable)
})

test('the key goes where the document wants it, always the same for the same call', () => {
  const keyed = (key: RequestShape['key'], given = 'k'.repeat(80)) =>
    buildRequest(SERVER, shape([], { body: 'json', key }), {}, given)
  const long = 'k'.repeat(80)
  expect(keyed({ in: 'header', name: 'X-Key', as: 'text', longest: null }).headers).toEqual({ 'X-Key': long })
  const uuid = { in: 'body' as const, name: 'token', as: 'uuid' as const, longest: 36 }
  expect(keyed(uuid).body).toMatch(
    /^\{"token":"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"\}$/,
  )
  expect(keyed(uuid).body).toBe(keyed(uuid).body)
  expect(keyed(uuid, 'other').body).not.toBe(keyed(uuid).body)
  const short = { ...uuid, as: 'text' as const, longest: 20 }
  expect(keyed(short).body).toMatch(/^\{"token":"[0-9a-f]{20}"\}$/)
  expect(keyed(short, 'short').body).toBe('{"token":"short"}')
})
