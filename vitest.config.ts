import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contracts', 'flow', 'server', 'web', { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } }],
    // One pool for all projects, as wide as the smallest machine that runs them all.
    maxWorkers: 2,
  },
})
