import { defineConfig } from 'vitest/config'

const scripts = { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } }

export default defineConfig({
  test: {
    projects: ['contracts', 'flow', 'server', 'web/vitest.node.config.ts', 'web/vitest.dom.config.ts', scripts],
  },
})
