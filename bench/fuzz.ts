/**
 * Calls of every endpoint with values at the edges of every type, by everybody, `pnpm bench fuzz`: none may fail on our side
 * or take a second of CPU. A new world for every thousand, since calls that go through change it. FUZZ_SEED plays a run again.
 */
import { type FuzzReport, playFuzz } from '../server/test/fuzz/play-fuzz.ts'
import { fuzzSeed } from '../server/test/fuzz/random.ts'
import { quantile } from '../server/test/statistics.ts'
import { ACTORS } from '../server/test/world.ts'
import { table, writeFigures } from './support/figures.ts'

const ROUNDS = 20
const CALLS = 1_000
const MOST_CPU_MS = 1_000

const seed = fuzzSeed()
process.stdout.write(`Fuzzing begins at ${seed}; FUZZ_SEED=${seed} plays it again.\n`)
const reports: FuzzReport[] = []
for (let round = 0; round < ROUNDS; round++) {
  const report = await playFuzz(CALLS, seed + round)
  reports.push(report)
  process.stdout.write(`${(round + 1) * CALLS} calls, ${report.failures.length} failures\n`)
  for (const failure of report.failures) process.stdout.write(`seed ${seed + round}: ${failure}\n`)
}

const failures = reports.flatMap((report) => report.failures)
const statuses = new Map<number, number>()
for (const report of reports)
  for (const [status, count] of report.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
const cpu = Float64Array.from(reports.flatMap((report) => report.cpu)).sort()
const took = Float64Array.from(reports.flatMap((report) => report.took)).sort()
const slowest = reports.map((report) => report.slowest).toSorted((one, other) => other.cpu - one.cpu)[0]
process.stdout.write(`Most CPU: ${slowest?.call}\n`)
const ms = (values: Float64Array, at: number) => quantile(values, at).toFixed(1)
writeFigures('fuzz', 'Values at the edges', [
  `${(ROUNDS * CALLS).toLocaleString('en')} calls over ${reports[0]?.endpoints} endpoints by ${ACTORS.length} actors, seed ${seed}: ${failures.length} failures (goal 0). 503 is what`,
  'a call that waits for the engine answers, which is away here on purpose.',
  '',
  ...table(
    ['answer', 'calls'],
    [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => [status, count]),
  ),
  '',
  ...table(
    ['', 'p50', 'p99', 'most'],
    [
      ['CPU of a call, ms', ms(cpu, 0.5), ms(cpu, 0.99), `${ms(cpu, 1)} (goal ${MOST_CPU_MS})`],
      ['time of a call, ms', ms(took, 0.5), ms(took, 0.99), ms(took, 1)],
    ],
  ),
])
process.exitCode = failures.length === 0 && (slowest?.cpu ?? 0) < MOST_CPU_MS ? 0 : 1
