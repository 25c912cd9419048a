import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node', 'development|production']
const OWN = '{src,test}/**/*.own.test.ts'
const CRASH = 'test/*.crash.test.ts'
const LOAD = '{src,test}/**/*.load.test.ts'

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'server',
    globalSetup: 'test/shared-databases.ts',
    setupFiles: 'test/setup.ts',
    // Real servers on a machine that others use too.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // One process for many files, with one database and one API for those that ask for no others.
      { test: { name: 'shared', include: ['{src,test}/**/*.test.ts'], exclude: [OWN, CRASH, LOAD], isolate: false } },
      // What a file does to its process, or measures of it, concerns no other file.
      { test: { name: 'own', include: [OWN] } },
      // Takes long for what it shows: whoever works on an area does not wait for it each time.
      { test: { name: 'load', include: [LOAD] } },
      // How soon all goes on after a crash is no figure of a machine that is busy with other tests: these run by themselves.
      { test: { name: 'crash', include: [CRASH] } },
    ],
  },
})
