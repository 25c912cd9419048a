/** Whether accounts that exist can be told from accounts that do not: by answer or by time, at sign-in, register and reset. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/src/core/config.ts'
import { ACCOUNT_CALLS, addKnownAccounts, createProber } from '../server/test/enumeration.ts'
import { type Comparison, compare, interleave, type Measure } from '../server/test/statistics.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'

const PAIRS = 2_000
/** Milliseconds before each call, in which the jobs of the calls before it get their turn. */
const PAUSE = 25
const TOLERANCE_MS = 2
const LARGEST_DELTA = 0.1

interface Found extends Comparison {
  name: string
  sameAnswers: boolean
}

const passes = ({ interval: [low, high], cliffsDelta, sameAnswers }: Found) =>
  sameAnswers && low >= -TOLERANCE_MS && high <= TOLERANCE_MS && Math.abs(cliffsDelta) < LARGEST_DELTA

const rowOf = (found: Found) => [
  found.name,
  found.sameAnswers ? 'the same' : 'DIFFERENT',
  found.medians.map((ms) => ms.toFixed(2)).join(' / '),
  found.difference.toFixed(3),
  found.interval.map((ms) => ms.toFixed(3)).join(' … '),
  found.cliffsDelta.toFixed(3),
  passes(found) ? 'yes' : 'NO',
]

const rested =
  (take: Measure): Measure =>
  async (index) => {
    await sleep(PAUSE)
    return take(index)
  }

const installation = await startInstallation(true)
stopOnSignal(installation)
try {
  await addKnownAccounts(installation.database, PAIRS)
  const prober = await createProber(
    installation.origin,
    new URL(installation.origin).host,
    readConfig(installation.environment).WWW_ORIGIN,
  )
  const all: Found[] = []
  for (const [name, call] of Object.entries(ACCOUNT_CALLS)) {
    const { known, unknown, seen } = await prober.probe(call)
    const pairs = await interleave(PAIRS, rested(known), rested(unknown))
    const answers = new Set([...seen.known, ...seen.unknown])
    all.push({ name, sameAnswers: answers.size === 1, ...compare(pairs) })
    process.stdout.write(`${name}: ${PAIRS} pairs taken\n`)
  }
  prober.close()
  const head = [
    '',
    'answers',
    'ms, known / unknown',
    'median difference',
    '99.9% interval',
    "Cliff's δ",
    'cannot be told',
  ]
  writeFigures('enumeration', 'Known and unknown accounts', [
    `${PAIRS} accounts that exist and ${PAIRS} that do not, one try each, in turns, with throttles on and jobs running. Goal: the`,
    `bootstrap 99.9% interval of the median difference within ±${TOLERANCE_MS} ms, and |Cliff's δ| below ${LARGEST_DELTA}.`,
    '',
    ...table(head, all.map(rowOf)),
  ])
  process.exitCode = all.every(passes) ? 0 : 1
} finally {
  await installation.stop(false)
}
