import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'
import { landingPage } from './landing-page.ts'

/** The page for strangers: one document and one script, into the folder of the application's own files. */
export default defineConfig({
  plugins: [landingPage()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(import.meta.dirname, 'landing.html') },
  },
})
