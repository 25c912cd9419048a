import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { isolate: false, globalSetup: ['./vitest.seed.ts'], setupFiles: ['./vitest.setup.ts'] },
})
