/**
 * Unit, property and integration tests: `pnpm test [area]`. Those of the server run against the stack's real servers. They
 * wait for them much of the time, so there are two workers however few the cores. The tests that kill servers run only when
 * asked for: `pnpm test crash`.
 */
import { spawnSync } from 'node:child_process'

const [area = '', ...rest] = process.argv.slice(2)
const filters = area === 'crash' ? ['--project=server (crash)'] : ['--project=!server (crash)', ...(area ? [area] : [])]
const result = spawnSync(
  process.execPath,
  ['scripts/with-stack.ts', 'node_modules/.bin/vitest', 'run', '--maxWorkers=2', ...filters, ...rest],
  { stdio: 'inherit' },
)
process.exitCode = result.status ?? 1
