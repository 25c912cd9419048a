/**
 * How much the product adds to the bare engine: `pnpm bench speed [people|reminders|calls]`, with the machine to itself.
 * Both sides take instances through three people's steps on the same servers, in turns.
 */
import { startBare } from '../server/test/bare/bare-side.ts'
import { type EngineWork, engineWork } from '../server/test/bare/engine-work.ts'
import type { Side } from '../server/test/bare/side.ts'
import { median, quantile } from '../server/test/statistics.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, type Sides, spread } from './support/interleave.ts'
import { type StepKind, threeSteps } from './support/runs/document.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { startReceiver } from './support/runs/receiver.ts'
import { runsWorld } from './support/runs/world.ts'
import { allOf, PARTS, rate, row, stackPids } from './support/speed/by-parts.ts'
import { type Driven, drive, pace } from './support/speed/drive.ts'
import { startProduct } from './support/speed/product.ts'

/** Each may write five times a second: together they complete 62 instances, ten times what this machine does. */
const CLIENTS = 50
const CONNECTIONS = 5
/** Once, and again at the beginning of every turn. */
const WARM_UP = { first: 30, turn: 5 }
const SECONDS = 12
const STARTS = 100
const STARTS_A_SECOND = 5
/** What the bare engine reached where these goals were set; within 15%, or the ratio says nothing. */
const BARE_BEFORE = 25
/** Of the bare engine's CPU; of its time from the start to the frame. */
const GOALS: Record<StepKind, number> = { people: 0.9, reminders: 0.6, calls: 0.5 }
const FRAME_GOAL = 1.2
const SAMPLE = 20
const KINDS = ['people', 'reminders', 'calls'] as const
const WORDS: Record<StepKind, string> = {
  people: "Three people's steps in a row: of the product's these use no engine at all.",
  reminders: "Three people's steps in a row, each with a reminder after a day; bare has none.",
  calls: "Three people's steps in a row, each followed by a call; bare makes the same call.",
}

const waits = (name: string, turns: number[][]) => [
  name,
  ...[0.5, 0.95, 0.99].map((q) =>
    spread(
      turns.map((times) => quantile(times, q)),
      0,
    ),
  ),
]

interface Measured {
  busy: Sides<Driven[]>
  quiet: Sides<number[][]>
  engine: EngineWork
}

function figures(kind: StepKind, { busy, quiet, engine }: Measured): string[] {
  const completed = ratiosOf(figureOf(busy, rate))
  const cpu = busy.bare.map((turn, n) => allOf(turn) / (busy.product[n] ? allOf(busy.product[n]) : Number.NaN))
  const frame = ratiosOf(figureOf(quiet, (times) => quantile(times, 0.99)))
  const off = median(busy.bare.map(rate)) / BARE_BEFORE - 1
  return [
    `${WORDS[kind]} ${CLIENTS} clients, ${ROUNDS} × ${SECONDS} s for each side, in turns, everything on this one machine.`,
    'Bare: a workflow with a local activity that writes one row, a signal for each step. The product: API, rights, row security,',
    'outbox, the turn and its trace, audit and frames. CPU is milliseconds for each completed instance. Median (least – most).',
    '',
    ...table(['', 'completed a second', ...PARTS, 'all'], [row('bare', busy.bare), row('product', busy.product)]),
    '',
    `By CPU: ${spread(cpu, 2)} of bare (goal ${GOALS[kind]}). Completed: ${spread(completed, 2)} of bare${kind === 'calls' ? '' : `, which is ${(off * 100).toFixed(0)}% off its earlier ${BARE_BEFORE} a second`}.`,
    `The engine for each instance, of ${SAMPLE}: ${engine.runs.toFixed(1)} runs, ${engine.pokes.toFixed(1)} pokes, ${engine.syncs.toFixed(1)} syncs.`,
    '',
    `From the start to the first task, ${ROUNDS} × ${STARTS} starts in turns, ${STARTS_A_SECOND} a second; bare: in the first activity; the product: the frame in`,
    "another person's page.",
    '',
    ...table(['', 'p50 ms', 'p95 ms', 'p99 ms'], [waits('bare', quiet.bare), waits('product', quiet.product)]),
    '',
    `p99: ${spread(frame, 2)} × bare (goal ${FRAME_GOAL}).`,
  ]
}

async function measure(kind: StepKind): Promise<void> {
  const receiver = await startReceiver()
  process.env.TOOLS_TRUSTED_ORIGINS = receiver.origin
  const installation = await startInstallation(false, CONNECTIONS)
  stopOnSignal(installation)
  const { environment, origin, database } = installation
  const document = (pair: number, starter: string) => threeSteps(kind, receiver.origin, pair, starter)
  const worlds = await runsWorld(environment, origin, { pairs: CLIENTS, document })
  const bare = await startBare(database, stackPids(), kind === 'calls' ? receiver.origin : undefined)
  try {
    const lines = await database.admin(async (admin) => {
      const product = await startProduct(installation, admin, worlds, stackPids())
      const each = <T>(measured: (side: Side) => Promise<T>, rounds = ROUNDS): Promise<Sides<T[]>> =>
        inTurns({ bare: () => measured(bare.side), product: () => measured(product.side) }, rounds)
      await each((side) => drive(side, CLIENTS, WARM_UP.first, 0), 1)
      const busy = await each((side) => drive(side, CLIENTS, WARM_UP.turn, SECONDS))
      const quiet = await each((side) => pace(side, STARTS, STARTS_A_SECOND))
      product.stop()
      return figures(kind, { busy, quiet, engine: await engineWork(admin, SAMPLE) })
    })
    writeFigures(kind === 'people' ? 'speed' : `speed-${kind}`, `Beside the bare engine: ${kind}`, lines)
  } finally {
    await bare.stop()
    await installation.stop(false)
    receiver.close()
  }
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2)
  for (const kind of KINDS) if (wanted.length === 0 || wanted.includes(kind)) await measure(kind)
  return 0
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
