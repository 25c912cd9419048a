/**
 * Unit, property and integration tests: `pnpm test [area]`. Those of the server run against the stack's real servers, and
 * wait for them much of the time: two workers, however few the cores.
 */
import { spawnSync } from 'node:child_process'

const [area, ...rest] = process.argv.slice(2)
const result = spawnSync(
  process.execPath,
  ['scripts/with-stack.ts', 'node_modules/.bin/vitest', 'run', '--maxWorkers=2', ...(area ? [area] : []), ...rest],
  { stdio: 'inherit' },
)
process.exitCode = result.status ?? 1
