/**
 * Whether tables that grow with work are better plain or in 4 or 16 partitions: acts, pages, the first plan on a connection
 * and vacuum at ten million tasks. `pnpm bench partitions`, or with another number of tasks and numbers of partitions (0 is
 * plain), which writes no figures. Ten million need 16 GB of disk for each.
 */
import { createTestContext } from '../server/test/context.ts'
import { table, writeFigures } from './support/figures.ts'
import { growthWorld } from './support/growth/world.ts'
import { ROUNDS, spread } from './support/interleave.ts'
import { loadWork } from './support/partitions/load.ts'
import { ACTS, type Figures, measureVacuum, measureWork, WARM_ACTS } from './support/partitions/measure.ts'
import { createVariant, nameOf, type PartitionCount } from './support/partitions/variant.ts'

const TASKS = 10_000_000
const COUNTS = [0, 4, 16] as const satisfies PartitionCount[]

const [askedTasks = TASKS, ...askedCounts] = process.argv.slice(2).map(Number)
const counts = askedCounts.length > 0 ? COUNTS.filter((count) => askedCounts.includes(count)) : COUNTS
const began = Date.now()
const say = (line: string) => process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}\n`)

const closing: (() => Promise<void>)[] = []
const closeAll = async () => {
  for (const close of closing.splice(0)) await close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)))

async function prepare(count: PartitionCount) {
  const database = await createVariant(count)
  closing.push(database.drop)
  const { ctx } = createTestContext(database.name)
  closing.unshift(() => ctx.pools.end())
  const world = await growthWorld(ctx, database)
  const acts = ROUNDS * (1 + WARM_ACTS + ACTS)
  const loaded = await loadWork(database, world, { tasks: askedTasks, acts }, (line) =>
    say(`${nameOf(count)}: ${line}`),
  )
  return { name: nameOf(count), database, ctx, viewer: world.viewers.owner, ...loaded, turns: new Array<Figures>() }
}

type Side = Awaited<ReturnType<typeof prepare>>

/** Each round begins with another one. */
async function inTurns(sides: readonly Side[], measure: (side: Side, turn: number) => Promise<Figures>) {
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const place of sides.keys()) {
      const side = sides[(place + turn) % sides.length]
      if (side) side.turns.push(await measure(side, turn))
    }
    say(`turn ${turn + 1} of ${ROUNDS}`)
  }
}

try {
  const sides: Side[] = []
  for (const count of counts) sides.push(await prepare(count))
  await inTurns(sides, measureWork)
  await inTurns(sides, ({ database }, turn) => measureVacuum(database, turn))
  const names = [...new Set(sides.flatMap(({ turns }) => turns.flatMap((turn) => [...turn.keys()])))]
  const valuesOf = ({ turns }: Side, name: string) => turns.flatMap((turn) => turn.get(name) ?? [])
  const figures = [
    `${(sides[0]?.tasks ?? 0).toLocaleString('en')} tasks of 200 tenants, a fifth of them in one, once for each number of hash partitions of the tables`,
    'that grow with work; as tl_api with row security, by plans for all values, warm, one connection. Milliseconds of the',
    `backend's CPU if not said otherwise; median of ${ROUNDS} turns (least – most), taken in turns. An act completes a task: locks,`,
    'reads and writes of act and turn in one transaction, without audit, event and idempotency key, which are in tables without',
    'hash partitions. Vacuum: after one task in two hundred was changed, of all tenants.',
    '',
    ...table(
      ['', ...sides.map(({ name }) => name)],
      [
        ...names.map((name) => [name, ...sides.map((side) => spread(valuesOf(side, name), 2))]),
        ['database, GB', ...sides.map(({ bytes }) => (bytes / 2 ** 30).toFixed(1))],
      ],
    ),
  ]
  if (process.argv.length > 2) process.stdout.write(`${figures.join('\n')}\n`)
  else writeFigures('partitions', 'Partitions', figures)
} finally {
  await closeAll()
}
