/**
 * What telling people costs: `pnpm bench told`, with the machine to itself. The same work twice, in turns: with everybody
 * told of what is theirs, and with nobody told.
 */
import { quantile } from '../server/test/statistics.ts'
import { stackPid } from './support/cpu.ts'
import { type Installation, startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { table, writeFigures } from './support/figures.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, type Sides, spread } from './support/interleave.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { runsWorld } from './support/runs/world.ts'
import { type Driven, drive, pace } from './support/speed/drive.ts'
import { startProduct } from './support/speed/product.ts'

const CLIENTS = 50
const CONNECTIONS = 5
const WARM_UP = { first: 30, turn: 5 }
const SECONDS = 12
const STARTS = 100
const STARTS_A_SECOND = 5
const GOALS = { rate: 0.93, frame: 1.05 }

/** Three steps that go to and fro between two people, so that each of them is told of what the other leaves. */
function toAndFro(pair: number, starter: string, other: string) {
  const step = (id: string, then: string | undefined, person: string) => ({
    [id]: {
      id,
      type: 'manual',
      name: `Step ${id}`,
      assignee: { person },
      fields: [],
      next: then === undefined ? [] : [then],
    },
  })
  return {
    name: `To and fro ${pair}`,
    prefix: `TOLD${pair}`,
    type: 'sequential',
    metadata: { version: '1.0', category: 'Operations' },
    start_step: 'one',
    steps: { ...step('one', 'two', other), ...step('two', 'three', starter), ...step('three', undefined, other) },
  }
}

type Admin = Parameters<Parameters<Installation['database']['admin']>[0]>[0]

/** The function that writes the messages, and one in its place that writes none. */
async function switchOf(admin: Admin) {
  const name = "'auth.tell(uuid[], uuid[], jsonb, jsonb, uuid, jsonb, int)'::regprocedure"
  const { rows } = await admin.query<{ text: string }>(`select pg_get_functiondef(${name}) as text`)
  const telling = rows[0]?.text ?? ''
  const silent = telling.replace(
    /AS \$function\$[\s\S]*\$function\$/,
    () => `AS $function$ begin return '{"told": [], "wake": false, "crowded": []}'; end $function$`,
  )
  if (telling === silent) throw new Error('there is nothing to switch off')
  return { on: () => admin.query(telling), off: () => admin.query(silent) }
}

const stackPids = () =>
  Object.fromEntries(['temporal', 'postgres', 'pgbouncer', 'redis'].map((part) => [part, stackPid(part)]))

const rate = ({ completed, seconds }: Driven) => completed / seconds
const cpuOf = ({ cpu }: Driven) => Object.values(cpu).reduce((sum, one) => sum + one, 0)
const postgresOf = ({ cpu: { postgres = 0 } }: Driven) => postgres

function figures(busy: Sides<Driven[]>, quiet: Sides<number[][]>, messages: number): string[] {
  const rates = figureOf(busy, rate)
  const frames = figureOf(quiet, (times) => quantile(times, 0.99))
  const cpu = figureOf(busy, cpuOf)
  const postgres = figureOf(busy, postgresOf)
  return [
    `Three people's steps to and fro between two people. ${CLIENTS} clients, ${ROUNDS} × ${SECONDS} s for each side, in turns; then ${ROUNDS} × ${STARTS}`,
    `starts, ${STARTS_A_SECOND} a second. ${messages} messages were written. Median (least – most).`,
    '',
    ...table(
      ['', 'completed a second', 'CPU ms for each', 'of it PostgreSQL', 'start → frame p99 ms'],
      (['bare', 'product'] as const).map((side) => [
        side === 'bare' ? 'nobody told' : 'everybody told',
        spread(rates[side], 1),
        spread(cpu[side], 1),
        spread(postgres[side], 1),
        spread(frames[side], 0),
      ]),
    ),
    '',
    `Completed: ${spread(ratiosOf(rates), 2)} of the rate without it (goal ${GOALS.rate}). p99: ${spread(ratiosOf(frames), 2)} × (goal ${GOALS.frame}).`,
  ]
}

async function main(): Promise<number> {
  const installation = await startInstallation(false, CONNECTIONS)
  stopOnSignal(installation)
  const { environment, origin, database } = installation
  try {
    const worlds = await runsWorld(environment, origin, { pairs: CLIENTS, document: toAndFro })
    const lines = await database.admin(async (admin) => {
      const tell = await switchOf(admin)
      const { side, stop } = await startProduct(installation, admin, worlds, stackPids(), (step) => step % 2 === 1)
      const each = <T>(measured: () => Promise<T>, rounds = ROUNDS): Promise<Sides<T[]>> =>
        inTurns({ bare: () => tell.off().then(measured), product: () => tell.on().then(measured) }, rounds)
      await each(() => drive(side, CLIENTS, WARM_UP.first, 0), 1)
      // Plans made for empty tables cost either side far more than telling does.
      await admin.query('analyze')
      const busy = await each(() => drive(side, CLIENTS, WARM_UP.turn, SECONDS))
      const quiet = await each(() => pace(side, STARTS, STARTS_A_SECOND))
      stop()
      const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from messages')
      return figures(busy, quiet, rows[0]?.n ?? 0)
    })
    writeFigures('told', 'What telling people costs', lines)
  } finally {
    await installation.stop(false)
  }
  return 0
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
