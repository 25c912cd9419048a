/**
 * Ten million tasks, two million of them in one tenant: every list, board, count, queue and search of tasks and instances
 * stays within its bound, by its plan. `pnpm bench growth`, or with another number of tasks, which writes no figures.
 */
import { connectAs } from '../server/test/connect.ts'
import { createTestContext } from '../server/test/context.ts'
import { createTestDatabase } from '../server/test/database.ts'
import { table, writeFigures } from './support/figures.ts'
import { askInstances } from './support/growth/ask-instances.ts'
import { askTasks } from './support/growth/ask-tasks.ts'
import { type Loaded, load } from './support/growth/load.ts'
import { type Measured, measure, rowOf } from './support/growth/measure.ts'
import { growthWorld, LIMITED, OPEN } from './support/growth/world.ts'

const ALL = 10_000_000
const MOST_TOLD = 40

const began = Date.now()
const say = (line: string) => process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}\n`)
const whole = (number: number) => number.toLocaleString('en')

function figures(loaded: Loaded, { lines, broken, statements }: Measured): string[] {
  return [
    `${whole(loaded.tasks)} tasks of ${whole(loaded.instances)} instances in 200 tenants, ${whole(loaded.own)} of them in one, where`,
    `${whole(loaded.open)} are open; ${LIMITED} of its ${LIMITED + OPEN} workflows are limited, one instance in a hundred is narrowed, the newest 5,000 instances`,
    `are all of limited workflows; ${(loaded.bytes / 2 ** 30).toFixed(1)} GB. Asked by the owner, who is in every team, by somebody who sees half of the limited`,
    `workflows and by somebody who sees none: every state, filter and order (not all combinations), a first page and a further one, ${whole(statements)} statements as`,
    'tl_api with row security, each by the plan that serves all values. Of each line the most.',
    '',
    'Bounds: a list that an index answers takes its rows and 5 for each branch; one that is filtered looks at 2,000 rows (instances:',
    'in each branch) and may be short; a count stops at 1,001 in each branch (instances: 2,000); no access to a table reads more buffers',
    'than rows, 1 for each 20 of them and 5 for each search of an index; what a whole statement reads is in the table.',
    '',
    ...table(
      ['asked', 'by', 'pages', 'rows', 'looked at in vain', 'buffers', 'ms, median', 'ms, most'],
      lines.map(rowOf),
    ),
    '',
    `Bounds broken: ${broken.length === 0 ? 'none' : `${broken.length}`}.`,
    ...broken.slice(0, MOST_TOLD).map((one) => `- ${one}`),
  ]
}

async function main(tasks: number): Promise<number> {
  const database = await createTestDatabase()
  const { ctx } = createTestContext(database.name)
  const drop = async () => {
    await ctx.pools.end()
    await database.drop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void drop().finally(() => process.exit(1)))
  try {
    const world = await growthWorld(ctx, database)
    const loaded = await load(database, world, tasks, say)
    const connect = () => connectAs('tl_api', database.name)
    const measured = await measure(
      connect,
      ctx,
      world,
      [askTasks(world, loaded.giant), askInstances(world, loaded.giant, loaded.client)],
      say,
    )
    say(`asked: ${measured.statements} statements`)
    const lines = figures(loaded, measured)
    if (tasks === ALL) writeFigures('growth', 'Ten million tasks', lines)
    else process.stdout.write(`${lines.join('\n')}\n`)
    return measured.broken.length === 0 ? 0 : 1
  } finally {
    await drop()
  }
}

process.exitCode = await main(Number(process.argv[2] ?? ALL))
