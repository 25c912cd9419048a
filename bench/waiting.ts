/**
 * Instances that wait for somebody cost nothing: CPU of every part and the rate of starts, with none and with 20,000 waiting.
 * `pnpm bench waiting`, with the machine to itself; with another number it writes no figures.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../server/test/statistics.ts'
import { cpuSeconds, stackPid } from './support/cpu.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { ROUNDS, spread } from './support/interleave.ts'
import { openInEngine } from './support/open-in-engine.ts'
import { threeSteps } from './support/runs/document.ts'
import { type RunsWorld, runsWorld } from './support/runs/world.ts'
import { fill, type Rate, startRate } from './support/waiting/starts.ts'

const ALL = 20_000
/** Each may write five times a second: together ten times what two slow processors take. */
const STARTERS = 48
const CONNECTIONS = 20
/** Of one processor: less is not told from noise. */
const NOISE = 0.02
const GOAL = 0.9

const PARTS = ['api', 'worker', 'relay', 'temporal', 'postgres'] as const
type Cpu = Record<(typeof PARTS)[number] | 'all', number[]>

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const percents = (shares: number[]) =>
  `${spread(
    shares.map((share) => share * 100),
    1,
  )}%`

const count = Number(process.argv[2] ?? ALL)
/** Of one measurement; of each there are several. */
const SECONDS = count === ALL ? 12 : 4
const SETTLE = 30_000
// With an engine of its own: nothing stays open in the shared one.
const installation = await startInstallation(true, CONNECTIONS)
stopOnSignal(installation)

const pidOf = (part: (typeof PARTS)[number]): number =>
  installation.pids()[part] ?? (part === 'temporal' ? installation.services.temporal?.pid : undefined) ?? stackPid(part)

/** Shares of one processor while nobody does anything. */
async function idle(): Promise<Cpu> {
  await sleep(SETTLE)
  const used: Cpu = { api: [], worker: [], relay: [], temporal: [], postgres: [], all: [] }
  const now = () => PARTS.map((part) => cpuSeconds([pidOf(part)]))
  for (let round = 0; round < ROUNDS; round++) {
    const [before, began] = [now(), performance.now()]
    await sleep(SECONDS * 1000)
    const [after, took] = [now(), (performance.now() - began) / 1000]
    const shares = PARTS.map((_, n) => ((after[n] ?? 0) - (before[n] ?? 0)) / took)
    for (const [n, part] of PARTS.entries()) used[part].push(shares[n] ?? 0)
    used.all.push(shares.reduce((sum, one) => sum + one, 0))
  }
  return used
}

/** Not in turns: what waits cannot be taken away in between. The spread says what the difference is worth. */
interface Seen {
  cpu: Cpu
  rates: Rate[]
}

async function seen(worlds: readonly RunsWorld[]): Promise<Seen> {
  const cpu = await idle()
  const rates: Rate[] = []
  for (let round = 0; round < ROUNDS; round++) rates.push(await startRate(installation, worlds, SECONDS))
  return { cpu, rates }
}

const openedOf = ({ rates }: Seen) => rates.map(({ opened }) => opened)
const ratioOf = (full: Seen, empty: Seen) => median(openedOf(full)) / median(openedOf(empty))

function figures(
  waits: number,
  open: number,
  empty: Seen,
  full: Seen,
  kept: { rate: boolean; cpu: boolean },
): string[] {
  const accepted = ({ rates }: Seen) => rates.map((rate) => rate.accepted)
  const row = (what: string, of: (side: Seen) => string) => [what, of(empty), of(full)]
  return [
    `${waits.toLocaleString('en')} instances wait for somebody's task, ${open.toLocaleString('en')} workflows are open in the engine. Started through the API by`,
    `${STARTERS} people one after the other; CPU as a share of one processor while nobody does anything; ${ROUNDS} × ${SECONDS} s of each, median (least – most).`,
    '',
    ...table(
      ['', 'with none', `with ${waits.toLocaleString('en')}`],
      [
        row('starts a second, accepted', (side) => spread(accepted(side), 1)),
        row('first tasks a second', (side) => spread(openedOf(side), 1)),
        ...[...PARTS, 'all' as const].map((part) => row(`idle CPU, ${part}`, ({ cpu }) => percents(cpu[part]))),
      ],
    ),
    '',
    `Starts: ${ratioOf(full, empty).toFixed(2)} of empty (goal ${GOAL}): ${kept.rate ? 'kept' : 'not kept'}. CPU beyond noise`,
    `(the largest of those with none, and ${percent(NOISE)}): ${kept.cpu ? 'none' : 'yes'}.`,
  ]
}

async function main(): Promise<number> {
  const worlds = await runsWorld(installation.environment, installation.origin, {
    pairs: STARTERS,
    // With reminders, so that each has a timer in the engine.
    document: (pair, starter) => threeSteps('reminders', '', pair, starter),
  })
  const empty = await seen(worlds)
  const rate = median(openedOf(empty))
  say(`${rate.toFixed(1)} starts a second with none; filling takes ${Math.round(count / rate / 60)} minutes`)
  const waits = await fill(installation, worlds, count)
  const open = await openInEngine(installation)
  say(`${waits} wait, ${open} open in the engine`)
  const full = await seen(worlds)
  const kept = {
    rate: ratioOf(full, empty) >= GOAL,
    cpu: median(full.cpu.all) <= Math.max(...empty.cpu.all) + NOISE && open >= waits,
  }
  const lines = figures(waits, open, empty, full, kept)
  if (count === ALL) writeFigures('waiting', 'Instances that wait', lines)
  else process.stdout.write(`${lines.join('\n')}\n`)
  return kept.rate && kept.cpu ? 0 : 1
}

try {
  process.exitCode = await main()
} finally {
  await installation.stop(false)
}
