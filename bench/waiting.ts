/**
 * Instances that wait for somebody cost nothing: CPU of every part and the rate of starts, with none and with 20,000 waiting.
 * `pnpm bench waiting`, with the machine to itself; with another number it writes no figures.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/src/core/config.ts'
import { createKeyring } from '../server/src/core/keys/keyring.ts'
import { createTemporal } from '../server/src/core/temporal/client.ts'
import { median } from '../server/test/statistics.ts'
import { cpuSeconds, stackPid } from './support/cpu.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { threeSteps } from './support/runs/document.ts'
import { runsWorld } from './support/runs/world.ts'
import { fill, type Rate, startRate } from './support/waiting/starts.ts'

const ALL = 20_000
/** Each may write five times a second. */
const STARTERS = 16
const CONNECTIONS = 20
const SLICES = 6
/** Of one processor: less is not told from noise. */
const NOISE = 0.02
const GOAL = 0.9

const PARTS = ['api', 'worker', 'relay', 'temporal', 'postgres'] as const
type Cpu = Record<(typeof PARTS)[number] | 'all', number[]>

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

const count = Number(process.argv[2] ?? ALL)
const SECONDS = count === ALL ? 60 : 20
const SETTLE = (SECONDS * 1000) / 2
// With an engine of its own: nothing stays open in the shared one.
const installation = await startInstallation(true, CONNECTIONS)
stopOnSignal(installation)

const pidOf = (part: (typeof PARTS)[number]): number =>
  installation.pids()[part] ?? (part === 'temporal' ? installation.services.temporal?.pid : undefined) ?? stackPid(part)

/** Shares of one processor, in slices, while nobody does anything. */
async function idle(): Promise<Cpu> {
  await sleep(SETTLE)
  const used: Cpu = { api: [], worker: [], relay: [], temporal: [], postgres: [], all: [] }
  const now = () => PARTS.map((part) => cpuSeconds([pidOf(part)]))
  for (let slice = 0; slice < SLICES; slice++) {
    const [before, began] = [now(), performance.now()]
    await sleep((SECONDS * 1000) / SLICES)
    const [after, took] = [now(), (performance.now() - began) / 1000]
    const shares = PARTS.map((_, n) => ((after[n] ?? 0) - (before[n] ?? 0)) / took)
    for (const [n, part] of PARTS.entries()) used[part].push(shares[n] ?? 0)
    used.all.push(shares.reduce((sum, one) => sum + one, 0))
  }
  return used
}

async function openInEngine(): Promise<number> {
  const config = readConfig(installation.environment)
  const temporal = createTemporal(config, createKeyring(config))
  const query = `TaskQueue = '${config.TEMPORAL_TASK_QUEUE}' and ExecutionStatus = 'Running' and WorkflowType = 'runInstance'`
  try {
    return (await temporal.client.workflow.count(query)).count
  } finally {
    await temporal.close()
  }
}

interface Seen {
  cpu: Cpu
  rate: Rate
}

function figures(
  waits: number,
  open: number,
  empty: Seen,
  full: Seen,
  kept: { rate: boolean; cpu: boolean },
): string[] {
  const cpu = (part: keyof Cpu) => [part, ...[empty, full].map(({ cpu: used }) => percent(median(used[part])))]
  const starts = ({ rate }: Seen) => [rate.accepted.toFixed(1), rate.opened.toFixed(1)]
  return [
    `${waits.toLocaleString('en')} instances wait for somebody's task, ${open.toLocaleString('en')} workflows are open in the engine. Started through the API by`,
    `${STARTERS} people one after the other; CPU as a share of one processor over ${SECONDS} s in which nobody does anything, median of ${SLICES}.`,
    '',
    ...table(
      ['', 'with none', `with ${waits.toLocaleString('en')}`],
      [
        ['starts a second, accepted', starts(empty)[0] ?? '', starts(full)[0] ?? ''],
        ['first tasks a second', starts(empty)[1] ?? '', starts(full)[1] ?? ''],
        ...[...PARTS, 'all' as const].map((part) => cpu(part).map((cell, n) => (n === 0 ? `idle CPU, ${cell}` : cell))),
      ],
    ),
    '',
    `Starts: ${(full.rate.opened / empty.rate.opened).toFixed(2)} of empty (goal ${GOAL}): ${kept.rate ? 'kept' : 'not kept'}. CPU beyond noise`,
    `(the largest of the slices with none, and ${percent(NOISE)}): ${kept.cpu ? 'none' : 'yes'}.`,
  ]
}

async function main(): Promise<number> {
  const worlds = await runsWorld(installation.environment, installation.origin, {
    pairs: STARTERS,
    document: threeSteps,
  })
  const emptyCpu = await idle()
  say('idle with none')
  const empty: Seen = { cpu: emptyCpu, rate: await startRate(installation, worlds, SECONDS) }
  say(
    `${empty.rate.opened.toFixed(1)} starts a second; filling takes ${Math.round(count / empty.rate.opened / 60)} minutes`,
  )
  const waits = await fill(installation, worlds, count)
  const open = await openInEngine()
  say(`${waits} wait, ${open} open in the engine`)
  const fullCpu = await idle()
  say('idle with all of them')
  const full: Seen = { cpu: fullCpu, rate: await startRate(installation, worlds, SECONDS) }
  const kept = {
    rate: full.rate.opened >= GOAL * empty.rate.opened,
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
