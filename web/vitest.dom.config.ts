import { defaultClientConditions } from 'vite'
import { defineProject } from 'vitest/config'

/** What needs a page, `*.test.tsx`: the files of a worker share one, and the setup puts it back after each test. */
export default defineProject({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  test: {
    name: 'web-dom',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx'],
    isolate: false,
    setupFiles: ['./vitest.dom.setup.ts'],
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
})
