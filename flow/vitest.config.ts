import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node', 'development|production']

export default defineConfig({ resolve: { conditions }, ssr: { resolve: { conditions } } })
