/**
 * The stack is fetched, built and started beside the checks. Then all tests in one pool, with the build taking what they
 * leave; the journeys on what was built; and last the tests that kill servers, which have the machine to themselves.
 * What failed is run once more, alone: what passes then is flaky, which is named, and allowed a few times.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeOutcome } from './ci/failures.ts'
import { flakyAmong, judgeFlakes } from './ci/flakes.ts'
import { log, phases, runPhase } from './ci/phases.ts'
import type { Outcome } from './ci/report.ts'
import { playwright, REPORTS, type Runner, vitest } from './ci/runners.ts'
import { slowProblems, timesTable, writeTimes } from './ci/times.ts'

/** With more than these failed something is broken: nothing is learnt from running it all again. */
const RUN_AGAIN_AT_MOST = 20

// Each test process loads the same libraries: they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const outcomes: Outcome[] = []
const seconds: Record<string, number> = {}
const failedBy = new Map<Runner, Outcome[]>()

const step = (name: string, passed: boolean) => {
  outcomes.push({ file: name, name: '', passed, messages: [] })
  return passed
}

async function runAll(runner: Runner) {
  const report = await runner.run()
  Object.assign(seconds, report.files)
  outcomes.push(...report.outcomes.filter(({ passed }) => passed))
  failedBy.set(
    runner,
    report.outcomes.filter(({ passed }) => !passed),
  )
}

/** Returns those that pass alone. */
async function runAgain(runner: Runner, failed: Outcome[]): Promise<Outcome[]> {
  const files = [...new Set(failed.map(({ file }) => file))]
  const hopeless = failed.length > RUN_AGAIN_AT_MOST || files.includes('')
  const flaky = failed.length === 0 || hopeless ? [] : flakyAmong(failed, (await runner.run(files)).outcomes)
  outcomes.push(...failed.filter((outcome) => !flaky.includes(outcome)))
  return flaky
}

const tests = vitest('tests')
const journeys = playwright('journeys')
const crashes = vitest('crash tests', 'crash')

const [stack] = await Promise.all([
  runPhase('stack', ['scripts/stack.ts', 'up']).then((ok) => step('stack', ok)),
  runPhase('check', ['scripts/check.ts']).then((ok) => step('check', ok)),
])
const flaky: Outcome[] = []
if (stack) {
  const build = runPhase('build', ['scripts/build.ts'], { background: true }).then((ok) => step('build', ok))
  await runAll(tests)
  if (await build) await runAll(journeys)
  await runAll(crashes)
  for (const [runner, failed] of failedBy) flaky.push(...(await runAgain(runner, failed)))
}
await runPhase('stack down', ['scripts/stack.ts', 'down'])

outcomes.push(...judgeFlakes(flaky))
const failed = outcomes.filter(({ passed }) => !passed)
const times = { phases, tests: seconds }
writeTimes(times)
log('done')
const lines = [
  ...timesTable(times),
  ...slowProblems(times).map((problem) => `SLOW ${problem}`),
  ...flaky.map((outcome) => describeOutcome('FLAKY', outcome)),
  ...failed.map((outcome) => describeOutcome('FAILED', outcome)),
]
for (const line of lines) process.stdout.write(`${line}\n`)
process.stdout.write(`${outcomes.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 ? 1 : 0
