import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { sections } from './src/areas/landing/landing.texts.ts'
import { landingBody, landingHead } from './src/areas/landing/page.ts'

const repository = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

/** A claim whose test is gone may be true or not: the page is not built with it. */
function requireTests() {
  for (const { text, file, test } of sections.flatMap(({ claims }) => claims))
    if (!read(file).includes(test)) throw new Error(`nothing shows “${text}”: ${file} has no test “${test}”`)
}

const PAGE = /\/landing\.html$/
const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/

/**
 * The landing page as one document: words, figures and style stand in it, and what sets the theme before the first paint.
 * Besides it there is one script, the font and the pictures.
 */
export function landingPage(): Plugin[] {
  return [
    {
      name: 'landing-words',
      transformIndexHtml: {
        order: 'pre',
        handler(html, { path }) {
          if (!PAGE.test(path)) return html
          requireTests()
          const theme = read('web/public/theme-boot.js').replace(/^\/\/.*\n/, '')
          const body = landingBody(read('docs/figures.md'))
          return html
            .replace('<!--head-->', () => `${landingHead}<script>${theme.trim()}</script>`)
            .replace('<!--body-->', () => body)
        },
      },
    },
    {
      name: 'landing-style',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html, { path, bundle = {} }) {
          if (!PAGE.test(path)) return html
          const [link = '', name = ''] = STYLE_SHEET.exec(html) ?? []
          const sheet = bundle[name]
          if (sheet?.type !== 'asset') throw new Error('the landing page has no style sheet')
          delete bundle[name]
          const style = typeof sheet.source === 'string' ? sheet.source : Buffer.from(sheet.source).toString()
          return html.replace(link, () => `<style>${style.trim()}</style>`)
        },
      },
    },
    {
      name: 'landing-host',
      configureServer(server) {
        server.middlewares.use((request, response, next) => {
          const [, port = ''] = /^www\.localhost(:\d+)$/.exec(request.headers.host ?? '') ?? []
          if (port === '' || !request.headers.accept?.includes('text/html')) return next()
          void server.transformIndexHtml('/landing.html', read('web/landing.html')).then(
            (html) => {
              const page = html.replaceAll('tl:app', `http://app.localhost${port}`)
              response.setHeader('content-type', 'text/html; charset=utf-8')
              return response.end(page.replace(/<!--(contact|social)-->.*?<!--\/\1-->/g, ''))
            },
            (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
          )
        })
      },
    },
  ]
}
