/** The builder with two hundred steps, in a browser, on what was built. The figures are written by the journey itself. */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, ['scripts/e2e.ts', 'figures'], {
  stdio: 'inherit',
  env: { ...process.env, FIGURES: '1' },
})
process.exitCode = status ?? 1
