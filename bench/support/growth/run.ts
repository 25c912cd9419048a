import type { Context } from '../../../server/src/core/context.ts'
import { connectAs } from '../../../server/test/connect.ts'
import { createTestContext } from '../../../server/test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.ts'
import { table, writeFigures } from '../figures.ts'
import type { RequestsOf } from './list-request.ts'
import { measure, rowOf } from './measure.ts'
import { type GrowthWorld, growthWorld } from './world.ts'

const MOST_TOLD = 40

const began = Date.now()
const say = (line: string) => process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}\n`)

export const whole = (number: number) => number.toLocaleString('en')
export const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`

interface Told {
  lines: string[]
  broken: string[]
}

interface Growth<Loaded> {
  name: string
  title: string
  /** So many rows at the size that is promised; another number, as an argument, writes no figures. */
  all: number
  load: (database: TestDatabase, world: GrowthWorld, rows: number, say: (line: string) => void) => Promise<Loaded>
  asked: (world: GrowthWorld, loaded: Loaded) => RequestsOf[]
  about: (loaded: Loaded, statements: number) => string[]
  /** What else is to hold with so many rows. */
  also?: (ctx: Context, world: GrowthWorld, loaded: Loaded, say: (line: string) => void) => Promise<Told>
}

/** Loads a database of its own, asks everything that is to stay within its bound and drops it; ends with 1 if one broke. */
export async function runGrowth<Loaded>({ name, title, all, load, asked, about, also }: Growth<Loaded>): Promise<void> {
  const rows = Number(process.argv[2] ?? all)
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
    const loaded = await load(database, world, rows, say)
    const connect = () => connectAs('tl_api', database.name)
    const { lines, broken: unbounded, statements } = await measure(connect, ctx, world, asked(world, loaded), say)
    say(`asked: ${statements} statements`)
    const more = (await also?.(ctx, world, loaded, say)) ?? { lines: [], broken: [] }
    const broken = [...unbounded, ...more.broken]
    const figures = [
      ...about(loaded, statements),
      '',
      ...table(
        ['asked', 'by', 'pages', 'rows', 'looked at in vain', 'buffers', 'ms, median', 'ms, most'],
        lines.map(rowOf),
      ),
      '',
      ...more.lines.flatMap((line, n) => (n === more.lines.length - 1 ? [line, ''] : [line])),
      `Bounds broken: ${broken.length === 0 ? 'none' : broken.length}.`,
      ...broken.slice(0, MOST_TOLD).map((one) => `- ${one}`),
    ]
    if (rows === all) writeFigures(name, title, figures)
    else process.stdout.write(`${figures.join('\n')}\n`)
    process.exitCode = broken.length === 0 ? 0 : 1
  } finally {
    await drop()
  }
}
