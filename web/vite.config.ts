import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunksOfTheFirstPage } from './chunks-of-the-first-page.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'

/** `pnpm dev` says where; alone, the web stands on its usual ports. */
const { API_PORT = '8080', WEB_PORT = '5173' } = process.env
const api = { target: `http://127.0.0.1:${API_PORT}`, changeOrigin: false }

export default defineConfig({
  plugins: [react(), tailwind(), endpointsWithoutSchemas()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    // The content security policy allows no data: scripts or fonts, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Scripts find their parts themselves: a list of all of them would be a tenth of the first load.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // Declaring an endpoint or a shape does nothing by itself: those that no page uses stay out.
      treeshake: { manualPureFunctions: ['z', 'id', 'endpoint', 'namesOf'], propertyReadSideEffects: false },
      output: {
        // Parts that every page needs and that change rarely: two files compress better than twenty and stay cached.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // Several questions at once and changes that are watched are no part of the first page.
            {
              name: 'core',
              test: /node_modules\/@tanstack\/(?!.*(ueriesObserver|useQueries|utationObserver|useMutation\.))/,
              priority: 1,
            },
            { name: chunksOfTheFirstPage(), debugName: 'first page', includeDependenciesRecursively: false },
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
      '/api': api,
      '/healthz': api,
      '/docs': api,
      '/openapi.json': api,
      '/ws': { ...api, ws: true },
    },
  },
})
