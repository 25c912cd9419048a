import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'

const TOKENS = join(import.meta.dirname, 'src/styles/tokens.css')
const PLACE = '@tokens;'
const USED = /var\((--[\w-]+)/g

/** The declarations of the rule that begins with a selector. */
function declarations(tokens: string, selector: string): [name: string, value: string][] {
  const from = tokens.indexOf(selector)
  if (from === -1) throw new Error(`tokens.css has no rule ${selector}`)
  const rule = tokens.slice(tokens.indexOf('{', from) + 1, tokens.indexOf('}', from))
  return [...rule.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
}

const written = (rule: [string, string][]) => `:root{${rule.map(([name, value]) => `${name}:${value}`).join(';')}}`

/**
 * The public page has no setting and no script before its first paint: its theme is the visitor's. It takes from the
 * product's tokens those colours that it uses.
 */
function publicTokens(used: readonly string[]): Plugin {
  return {
    name: 'public-tokens',
    enforce: 'pre',
    transform: {
      filter: { id: /\/page\.css$/ },
      handler(code) {
        const tokens = readFileSync(TOKENS, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
        const sheets = [code, ...used.map((path) => readFileSync(path, 'utf8'))]
        const wanted = new Set(sheets.flatMap((sheet) => [...sheet.matchAll(USED)].map(([, name]) => name)))
        const kept = (selector: string) =>
          declarations(tokens, selector).filter(([name]) => wanted.has(name) || name === 'color-scheme')
        const light = written(kept('[data-theme="light"]'))
        const dark = written(kept('[data-theme="dark"]'))
        return { code: code.replace(PLACE, `${light}@media(prefers-color-scheme:dark){${dark}}`), map: null }
      },
    },
  }
}

const source = join(import.meta.dirname, 'src/public-form')

/** The page that strangers fill in: one script, one style sheet and one font, nothing of the application. */
export default defineConfig({
  plugins: [endpointsWithoutSchemas(), publicTokens([join(source, 'form.css')])],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  base: '/public/',
  publicDir: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    // The server reads in it how the files are called.
    manifest: 'manifest.json',
    // Neither the worker nor the font may come as data: the page's policy lets in files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: join(source, 'main.ts'),
      treeshake: { manualPureFunctions: ['z', 'id', 'endpoint', 'namesOf'], propertyReadSideEffects: false },
    },
  },
})
