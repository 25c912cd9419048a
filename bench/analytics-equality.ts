/**
 * A thousand random cases, every figure counted twice and held against its list: `pnpm bench analytics-equality [cases]`.
 * ANALYTICS_SEED plays a run again.
 */
import { spawnSync } from 'node:child_process'

const [cases = '1000'] = process.argv.slice(2)
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'load', 'analytics'], {
  stdio: 'inherit',
  env: { ...process.env, ANALYTICS_CASES: cases },
})
process.exitCode = status ?? 1
