/**
 * Unit, property and integration tests: `pnpm test [area]`. Those of the server run against the stack's real servers. They
 * wait for them much of the time, so there are two workers however few the cores. The tests that kill servers run only when
 * asked for, `pnpm test crash`, and one after another: two would kill and start the same servers. Those that take long run
 * only with all the others or when asked for, `pnpm test load`.
 */
import { spawnSync } from 'node:child_process'

const [area = '', ...rest] = process.argv.slice(2)
const but = (...kinds: string[]) => kinds.map((kind) => `--project=!server (${kind})`)

function filtersOf(wanted: string): string[] {
  if (wanted === '') return but('crash')
  return wanted === 'crash' || wanted === 'load' ? [`--project=server (${wanted})`] : [...but('crash', 'load'), wanted]
}

const workers = area === 'crash' ? 1 : 2
const result = spawnSync(
  process.execPath,
  ['scripts/with-stack.ts', 'node_modules/.bin/vitest', 'run', `--maxWorkers=${workers}`, ...filtersOf(area), ...rest],
  { stdio: 'inherit' },
)
process.exitCode = result.status ?? 1
