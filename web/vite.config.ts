import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import manifest from 'pdfjs-dist/package.json' with { type: 'json' }
import type { Plugin } from 'vite'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunksByUse, FETCHED_BESIDE } from './chunks-by-use.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'
import { landingPage } from './landing-page.ts'

const pdfjs = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist'))), '..')
const FOLDER = `assets/pdf-${manifest.version}`
/** Character maps, the fonts every reader of PDF has, and decoders that need no compiled code. */
const WANTED = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ }

const parts = (): string[] =>
  Object.entries(WANTED).flatMap(([folder, names]) =>
    readdirSync(join(pdfjs, folder))
      .filter((name) => names.test(name))
      .map((name) => join(pdfjs, folder, name)),
  )

/** What the PDF viewer asks for by name while it draws, as files of our own. */
function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const part of parts())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${basename(part)}`, source: readFileSync(part) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const part = parts().find((one) => basename(one) === basename(request.url ?? ''))
        if (!part || !existsSync(part)) return next()
        if (part.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(part))
      })
    },
  }
}

const HOSTS = { app: 'app-host', admin: 'admin-host' }

/** Names in the page what the application of each host cannot begin without; the api leaves out those of other hosts. */
function hostScripts(): Plugin {
  return {
    name: 'host-scripts',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const scriptsOf = (entry: string) => {
          const needed = new Set(chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(entry))))
          for (const { imports } of needed)
            for (const chunk of chunks) if (imports.includes(chunk.fileName) && !chunk.isEntry) needed.add(chunk)
          return [...needed].map(({ fileName }) => fileName)
        }
        return Object.entries(HOSTS).flatMap(([host, entry]) =>
          scriptsOf(`/app/${entry}.tsx`).map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${file}`, 'data-host': host },
            injectTo: 'head' as const,
          })),
        )
      },
    },
  }
}

/** `pnpm dev` says where; alone, the web stands on its usual ports. */
const { API_PORT = '8080', WEB_PORT = '5173' } = process.env
const api = { target: `http://127.0.0.1:${API_PORT}`, changeOrigin: false }

export default defineConfig({
  plugins: [react(), tailwind(), endpointsWithoutSchemas(), pdfParts(), hostScripts(), landingPage()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    // The content security policy allows no data: scripts or fonts, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What most pages need comes beside them; naming each page's other parts would be a hundredth of the first load.
      // The builder has a style sheet of its own, which would otherwise have to be there before its script is asked for.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css') || FETCHED_BESIDE.test(file)),
    },
    rolldownOptions: {
      // Declaring an endpoint or a shape does nothing by itself: those that no page uses stay out.
      treeshake: { manualPureFunctions: ['z', 'id', 'endpoint', 'namesOf'], propertyReadSideEffects: false },
      output: {
        // What every page needs and changes rarely: one file compresses better than twenty and stays cached.
        codeSplitting: {
          groups: [
            // Several questions at once and changes that are watched are no part of the first page.
            {
              name: 'core',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*(ueriesObserver|useQueries|utationObserver|useMutation\.))/,
              priority: 1,
            },
            { name: chunksByUse(), debugName: 'by use', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(WEB_PORT),
    strictPort: true,
    allowedHosts: ['.localhost'],
    // The host decides which application answers, so the Host header is passed on unchanged.
    proxy: {
      '/v1': api,
      '/public': api,
      '/api': api,
      '/healthz': api,
      '/docs': api,
      '/openapi.json': api,
      '/ws': { ...api, ws: true },
    },
  },
})
