/**
 * The stack is fetched and built beside the checks and the tests that need none of it; the server's tests begin as soon
 * as it stands. Then those that kill servers, the build, and the journeys on what was built.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { failedJourneys, failedTests } from './ci-failures.ts'

const REPORTS = 'test-results/ci'
const VITEST = 'node_modules/vitest/vitest.mjs'
const began = performance.now()
const say = (line: string) => process.stdout.write(`[${((performance.now() - began) / 1000).toFixed(0)} s] ${line}\n`)

interface Count {
  passed: number
  failed: number
}

function run(name: string, command: string, args: string[]): Promise<boolean> {
  say(`${name} …`)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      say(`${name}: ${code === 0 ? 'ok' : `ended with ${code}`}`)
      resolve(code === 0)
    })
  })
}

const asCount = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** A step that broke before it could count, or had nothing to count, still counts as a failure. */
function counted(ok: boolean, read: () => Count): Count {
  try {
    const count = read()
    if (!(count.passed > 0) || !(count.failed >= 0)) throw new Error('nothing was counted')
    return ok || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch (error) {
    say(`no report was written: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

const report = (name: string) => `${REPORTS}/${name}.json`
const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(report(name), 'utf8'))

function vitestCount(name: string): Count {
  const { numPassedTests, numFailedTests, numPendingTests } = json(name)
  return { passed: Number(numPassedTests), failed: Number(numFailedTests) + Number(numPendingTests) }
}

const NOT_COUNTED = { expected: Number.NaN, unexpected: Number.NaN, flaky: Number.NaN, skipped: Number.NaN }

/** What was passed over did not pass. */
function playwrightCount(): Count {
  const { stats } = json('journeys')
  const { expected, unexpected, flaky, skipped } = Object.assign({ ...NOT_COUNTED }, stats)
  return { passed: expected, failed: unexpected + flaky + skipped }
}

// Each test file is a process that loads the same libraries: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const node = process.execPath

/** Said again at the very end, where whoever sees only the last lines finds it. */
const whatFailed: string[] = []

async function tests(name: string, projects: string, command: string[]): Promise<Count> {
  const ok = await run(`tests of ${name}`, node, [
    ...command,
    `--project=${projects}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
  ])
  return counted(ok, () => {
    whatFailed.push(...failedTests(report(name)))
    return vitestCount(name)
  })
}

async function checkAndPureTests(): Promise<Count[]> {
  const check = asCount(await run('check', node, ['scripts/check.ts']))
  return [check, await tests('web, flow and contracts', '!@throughline/server', [VITEST, 'run'])]
}

async function stackAndServerTests(): Promise<Count[]> {
  const stack = asCount(await run('stack', node, ['scripts/stack.ts', 'up']))
  if (stack.failed > 0) return [stack]
  return [stack, await tests('server', '@throughline/server', ['scripts/test.ts', '', '--exclude=**/crash*.test.ts'])]
}

/** How soon all goes on after a crash is no figure of a machine that is busy with other tests. */
const crashTests = () =>
  tests('crashes', '@throughline/server', ['scripts/test.ts', 'test/crash', '--no-file-parallelism'])

const [onStack, pure] = await Promise.all([stackAndServerTests(), checkAndPureTests()])
const counts: Count[] = [...onStack, ...pure]
if (onStack.length > 1) {
  counts.push(await crashTests())
  const built = await run('build', node, ['scripts/build.ts'])
  counts.push(asCount(built))
  if (built) {
    process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `../${report('journeys')}`
    const journeys = await run('journeys', node, ['scripts/e2e.ts', '', '--reporter=line,json'])
    counts.push(
      counted(journeys, () => {
        whatFailed.push(...failedJourneys(report('journeys')))
        return playwrightCount()
      }),
    )
  }
}
await run('stack down', node, ['scripts/stack.ts', 'down'])

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say('done')
for (const failure of whatFailed) process.stdout.write(`${failure}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
