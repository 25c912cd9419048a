import { expect, test } from 'vitest'
import { withScriptsOf } from './web.ts'

const link = (host: string, name: string) => `<link rel="modulepreload" href="/assets/${name}.js" data-host="${host}">`
const page = `<head><link rel="icon" href="/favicon.svg" />
  ${link('app', 'shell')}
  ${link('app', 'core')}
  ${link('www', 'landing')}
</head>`

test('a page names the scripts of its own host, and none of another', () => {
  const own = withScriptsOf(page, 'app')
  expect(own).toContain('/assets/shell.js')
  expect(own).toContain('/assets/core.js')
  expect(own).not.toContain('landing')
  expect(own).toContain('favicon.svg')
  expect(withScriptsOf(page, 'usercontent')).not.toContain('modulepreload')
})
