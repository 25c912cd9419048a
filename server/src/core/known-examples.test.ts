import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { knownExamples } from './known-examples.ts'

const root = join(import.meta.dirname, '../../..')
const SECRET = /^(PG_PASSWORD_\w+|S3_ACCESS_KEY|S3_SECRET_KEY|SMTP_URL|MASTER_KEY|COOKIE_SECRET)$/
const example = parseEnv(readFileSync(join(root, 'deploy/example.env'), 'utf8'))
const production = { ...process.env, NODE_ENV: 'production' }

test('production does not start with any secret of the example settings', () => {
  const secrets = Object.entries(example).filter(([name]) => SECRET.test(name))
  expect(secrets.length).toBeGreaterThan(8)
  for (const [name, value] of secrets) {
    if (name === 'PG_PASSWORD_TL_MIGRATOR')
      expect(knownExamples({ ...production, [name]: value }, [name])).toHaveLength(1)
    else expect(() => readConfig({ ...production, [name]: value }), name).toThrow(`${name}: this is an example`)
  }
})

test('nor with what any other file for operators shows as a secret', () => {
  const files = ['deploy', 'docs/operations'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const shown = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*#?\s*([A-Z0-9_]+)[=:] *"?([^\s"$]+)"?$/gm)].filter(([, name = '']) =>
      SECRET.test(name),
    ),
  )
  expect(shown.length).toBeGreaterThan(8)
  for (const [line, name = '', value = ''] of shown)
    if (value !== 'smtp://127.0.0.1:11025')
      expect(knownExamples({ ...production, [name]: value }, [name]), line).toHaveLength(1)
})

test('a key of one byte over and over is one of them, a random one is not', () => {
  const of = (byte: number) =>
    knownExamples({ NODE_ENV: 'production', MASTER_KEY: Buffer.alloc(32, byte).toString('base64') }, ['MASTER_KEY'])
  expect([of(0), of(0xff)].map((problems) => problems.length)).toEqual([1, 1])
  expect(() => readConfig(production)).not.toThrow()
})

test('elsewhere they are let pass, so that the product can be tried', () => {
  expect(() =>
    readConfig({ ...process.env, NODE_ENV: 'development', COOKIE_SECRET: example.COOKIE_SECRET }),
  ).not.toThrow()
})
