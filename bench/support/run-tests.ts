import { spawnSync } from 'node:child_process'

const MAX_OUTPUT = 64 * 1_048_576

/** Runs tests in a size given by the environment, shows what they print and answers it; undefined where they failed. */
export function runTests(tests: string[], size: Record<string, string>): string | undefined {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', ...tests], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...size },
  })
  process.stdout.write(stdout)
  return status === 0 ? stdout : undefined
}
