import { spawnSync } from 'node:child_process'

/** Runs a file of e2e that measures in a browser. */
export function takeFigures(file: string): void {
  const { status } = spawnSync(process.execPath, ['scripts/e2e.ts', file], {
    stdio: 'inherit',
    env: { ...process.env, FIGURES: '1' },
  })
  process.exitCode = status ?? 1
}
