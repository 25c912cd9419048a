import { defineProject } from 'vitest/config'

const conditions = ['source', 'node', 'development|production']

/** What needs no page, `*.test.ts`: a use of the page fails here by itself. */
export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'web-node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    globalSetup: ['../flow/vitest.seed.ts'],
    setupFiles: ['../flow/vitest.setup.ts', './vitest.node.setup.ts'],
  },
})
