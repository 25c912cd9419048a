import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Declaring an endpoint or a shape does nothing by itself: those that no page uses stay out.
      treeshake: { manualPureFunctions: ['z', 'id', 'endpoint'] },
      output: {
        // Parts that every page needs and that change rarely: two files compress better than twenty and stay cached.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // Lists that go on and on are no part of the first page.
            { name: 'core', test: /node_modules\/@tanstack\/(?!.*[iI]nfinite)/, priority: 1 },
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
