/**
 * What it costs that work says how long it took: `pnpm bench speed-facts`, with the machine to itself. The product as it
 * is, with its roll-ups, and the same product without times, their indexes and roll-ups take instances through three
 * people's steps on the same servers, in turns.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../scripts/stack/daemon.ts'
import { readConfig } from '../server/src/core/config.ts'
import { createKeyring } from '../server/src/core/keys/keyring.ts'
import { createTemporal } from '../server/src/core/temporal/client.ts'
import { median } from '../server/test/statistics.ts'
import { type Installation, startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, spread } from './support/interleave.ts'
import { threeSteps } from './support/runs/document.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { runsWorld } from './support/runs/world.ts'
import { allOf, PARTS, rate, row, stackPids } from './support/speed/by-parts.ts'
import { type Driven, drive } from './support/speed/drive.ts'
import { startProduct } from './support/speed/product.ts'

const CLIENTS = 50
const CONNECTIONS = 5
/** Once, and again at the beginning of every turn. */
const WARM_UP = { first: 30, turn: 5 }
/** As often as the product counts figures, so that each turn pays for counting once. */
const SECONDS = 60
/** Within a turn: what was done since the turn before is counted then. */
const COUNTED_AT = 30
const GOAL = 0.97
/** Seconds. */
const SCHEDULED_WITHIN = 60

const WITHOUT = 'bench/support/speed/without-facts.preload.ts'
/** What only figures read, and every change of work writes. */
const INDEXES = [
  'instances_started',
  'instances_ended',
  'instances_running',
  'instances_restricted',
  'tasks_ended',
  'tasks_waiting',
  'step_runs_failed',
  'step_runs_closed',
  'step_runs_failed_at',
]

/** Roll-ups of an installation, which run only when they are asked for. */
async function rollUpsOf({ environment }: Installation) {
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  const schedule = temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:roll-ups`)
  // A worker that is ready may still be making its schedules.
  await until('the schedule of roll-ups', SCHEDULED_WITHIN, () =>
    schedule.pause().then(
      () => true,
      () => false,
    ),
  )
  return { count: () => schedule.trigger(), close: () => temporal.close() }
}

async function sideOf(installation: Installation, admin: Parameters<typeof startProduct>[1]) {
  const document = (pair: number, starter: string) => threeSteps('people', '', pair, starter)
  const worlds = await runsWorld(installation.environment, installation.origin, { pairs: CLIENTS, document })
  return startProduct(installation, admin, worlds, stackPids())
}

function figures(turns: { bare: Driven[]; product: Driven[] }) {
  const done = ratiosOf(figureOf(turns, rate))
  const cpu = ratiosOf({ bare: turns.product.map(allOf), product: turns.bare.map(allOf) })
  const lines = [
    `Three people's steps in a row, ${CLIENTS} clients, ${ROUNDS} × ${SECONDS} s for each side, in turns, everything on this one machine.`,
    'Without: the same program, but how long runs and instances took is neither counted nor kept, the indexes that only',
    'figures read are not there, and nothing is rolled up. With: all of it, and every turn pays for counting once what was',
    'done in a turn. CPU is milliseconds for each completed instance. Median (least – most).',
    '',
    ...table(['', 'completed a second', ...PARTS, 'all'], [row('without', turns.bare), row('with', turns.product)]),
    '',
    `With facts, of without: ${spread(done, 3)} completed a second, ${spread(cpu, 3)} by CPU (goal ${GOAL}).`,
  ]
  return { lines, reached: Math.min(median(done), median(cpu)) >= GOAL }
}

async function measure(whole: Installation, bare: Installation): Promise<number> {
  const rollUps = { whole: await rollUpsOf(whole), bare: await rollUpsOf(bare) }
  try {
    return await whole.database.admin((ours) =>
      bare.database.admin(async (theirs) => {
        for (const index of INDEXES) await theirs.query(`drop index ${index}`)
        const [product, without] = [await sideOf(whole, ours), await sideOf(bare, theirs)]
        const counted = async (warmUp: number, seconds: number, at: number) => {
          const driven = drive(product.side, CLIENTS, warmUp, seconds)
          await sleep((warmUp + at) * 1000)
          await rollUps.whole.count()
          return driven
        }
        await inTurns(
          {
            bare: () => drive(without.side, CLIENTS, WARM_UP.first, 0),
            product: () => counted(WARM_UP.first - 1, 1, 0),
          },
          1,
        )
        const turns = await inTurns({
          bare: () => drive(without.side, CLIENTS, WARM_UP.turn, SECONDS),
          product: () => counted(WARM_UP.turn, SECONDS, COUNTED_AT),
        })
        product.stop()
        without.stop()
        const { lines, reached } = figures(turns)
        writeFigures('speed-facts', 'With and without facts', lines)
        return reached ? 0 : 1
      }),
    )
  } finally {
    await Promise.all([rollUps.whole.close(), rollUps.bare.close()])
  }
}

async function main(): Promise<number> {
  const whole = await startInstallation(false, CONNECTIONS)
  try {
    const bare = await startInstallation(false, CONNECTIONS, { api: WITHOUT, worker: WITHOUT })
    try {
      const stop = async (keepLogs: boolean) => {
        await Promise.all([whole.stop(keepLogs), bare.stop(keepLogs)])
      }
      stopOnSignal({ ...whole, stop })
      return await measure(whole, bare)
    } finally {
      await bare.stop(false)
    }
  } finally {
    await whole.stop(false)
  }
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
