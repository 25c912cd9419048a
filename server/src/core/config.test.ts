import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../test/config.ts'
import { masterKeysOf, readConfig } from './config.ts'

const key = () => randomBytes(32).toString('base64')
const { MASTER_KEY: _key, MASTER_KEY_ID: _id, ...rest } = testEnvironment('postgres')
const read = (more: NodeJS.ProcessEnv) =>
  masterKeysOf(readConfig({ ...rest, ...more })).map((one) => [one.id, one.key.reveal()])

test('the first of several master keys is the current one', () => {
  const [a, b] = [key(), key()]
  expect(read({ MASTER_KEYS: `b:${b},a:${a}` })).toEqual([
    ['b', b],
    ['a', a],
  ])
})

test('a single master key goes on as the only one', () => {
  const a = key()
  expect(read({ MASTER_KEY: a, MASTER_KEY_ID: 'k1' })).toEqual([['k1', a]])
})

const twice = key()
test.each<[problem: string, NodeJS.ProcessEnv]>([
  ['missing', {}],
  ['missing', { MASTER_KEY: key() }],
  ['must not be set as well', { MASTER_KEY: key(), MASTER_KEY_ID: 'a', MASTER_KEYS: `b:${key()}` }],
  ['an id is used twice', { MASTER_KEYS: `a:${key()},a:${key()}` }],
  ['a key is listed twice', { MASTER_KEYS: `a:${twice},b:${twice}` }],
  ['MASTER_KEYS', { MASTER_KEYS: `a:${randomBytes(16).toString('base64')}` }],
  ['MASTER_KEYS', { MASTER_KEYS: key() }],
  ['MASTER_KEYS', { MASTER_KEYS: '' }],
])('master keys that are not usable stop the start: %s', (problem, env) => {
  expect(() => read(env)).toThrow(problem)
})
