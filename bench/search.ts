/**
 * A million entries, a fifth of them in one tenant, beside tenants full of long texts: what a search reads of the index, of
 * the rows it looks at and of the texts it shows stays within its bounds, by its plans. `pnpm bench search`, or with another
 * number of entries, which writes no figures.
 */
import { TenantId } from '../contracts/src/ids.ts'
import type { Context } from '../server/src/core/context.ts'
import { connectAs } from '../server/test/connect.ts'
import { createTestContext } from '../server/test/context.ts'
import { createTestDatabase } from '../server/test/database.ts'
import { table, writeFigures } from './support/figures.ts'
import { LONG_TENANTS, LONG_WORDS, loadSearch, MOST_LONG_FILES, SHOWN_FILES } from './support/growth/load-search.ts'
import {
  MAX_INDEX_BUFFERS,
  MAX_TEXT_BUFFERS,
  type Measured,
  measureHits,
  measureSearch,
} from './support/growth/measure-search.ts'
import { gigabytes, whole } from './support/growth/run.ts'
import { growthWorld, LIMITED, OPEN, VIEWERS } from './support/growth/world.ts'

const ALL = 1_000_000

/** Each word by how many of the entries have it. */
const SEARCHES: readonly (readonly [name: string, typed: string])[] = [
  ['a word in 0.001%', 'quartzite'],
  ['in 0.1%', 'basalt'],
  ['in 1%', 'gneiss'],
  ['in 4%', 'dolomite'],
  ['in 60%', 'granite'],
  ['two words, 1% and 60%', 'gneiss granite'],
  ['two words, 4% and 0.1%', 'dolomite basalt'],
  ['two words, 4% and 60%, one left out', 'dolomite granite -basalt'],
  ['a beginning of three letters, in 0.001%', 'qua'],
  ['a beginning of three letters, in most', 'w19'],
  ['a phrase', '"granite gneiss"'],
  ['a phrase that stands nowhere', '"gneiss dolomite"'],
  ['a filter that little passes', 'dolomite is:overdue'],
  ['no hit', 'obsidian'],
]

const IN_LONG_TEXTS: typeof SEARCHES = [
  ['a word of long texts', 'x501'],
  ['two words of long texts', 'x501 x504'],
  ['two words of long texts, one nowhere', 'x501 obsidian'],
  ['a beginning in long texts', 'x50'],
]

const began = Date.now()
const say = (line: string) => process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0)} s: ${line}\n`)

/** One line for the three who ask, separated by strokes. */
function rowOf(asked: readonly Measured[]): string[] {
  const each = (of: (one: Measured) => string | number) => asked.map(of).join(' / ')
  return [
    asked[0]?.name ?? '',
    each(({ found }) => found),
    each(({ index }) => whole(index)),
    each(({ rows }) => whole(rows)),
    each(({ loading }) => whole(loading)),
    each(({ ms }) => ms.toFixed(0)),
  ]
}

async function run(ctx: Context, database: Awaited<ReturnType<typeof createTestDatabase>>, entries: number) {
  const world = await growthWorld(ctx, database)
  const loaded = await loadSearch(database, world, entries, say)
  say(`settled: ${whole(loaded.entries)} entries, ${gigabytes(loaded.bytes)}`)
  const client = await connectAs('tl_api', database.name)
  const measured: Measured[][] = []
  for (const [name, typed] of SEARCHES)
    for (const kind of [undefined, 'tasks', 'instances'] as const) {
      const asked: Measured[] = []
      for (const by of VIEWERS)
        asked.push(
          await measureSearch(client, ctx, {
            name: kind ? `${name}, ${kind} alone` : name,
            by,
            viewer: world.viewers[by],
            typed,
            kind,
          }),
        )
      measured.push(asked)
    }
  const inLong = { ...world.viewers.owner, tenantId: TenantId.parse(loaded.long) }
  for (const [name, typed] of IN_LONG_TEXTS)
    measured.push([await measureSearch(client, ctx, { name, by: 'owner', viewer: inLong, typed, kind: undefined })])
  const last = await measureHits(client, ctx, world.viewers.owner, SHOWN_FILES, 'lastword')
  const every = await measureHits(client, ctx, world.viewers.owner, SHOWN_FILES, 'everyword')
  await client.end()
  const broken = [...measured.flat().flatMap((one) => one.broken), ...last.broken, ...every.broken]
  const lines = [
    `${whole(loaded.entries)} entries (${gigabytes(loaded.bytes)}) of 250 tenants, ${whole(loaded.own)} of them in one: tasks, instances and files with their rows, and`,
    `entries of all other kinds that nobody sees; ${LIMITED} of its ${LIMITED + OPEN} workflows are limited. ${LONG_TENANTS} tenants have files of 1 MB, one of them`,
    `${MOST_LONG_FILES} with ${whole(LONG_WORDS)} distinct words in each of four parts. Searched as tl_api by the owner, who is in every team, by somebody who sees half of`,
    'the limited workflows and by somebody who sees none: all ten kinds at once, tasks alone and instances alone.',
    '',
    `Bounds: a call of app.search ${whole(MAX_INDEX_BUFFERS)} buffers; in loading, 5 for each row that is looked at in a table; the text of a file ${MAX_TEXT_BUFFERS}.`,
    'Of each: what was found, most buffers of one call, rows looked at and buffers of all loading, milliseconds of all statements.',
    '',
    ...table(
      ['search', 'found', 'buffers of app.search', 'rows looked at', 'buffers of loading', 'ms'],
      measured.map(rowOf),
    ),
    '',
    `Text and pages of ${last.found} files of 1 MB: found by their last word, ${whole(last.most)} buffers for the one that took most; by a word in`,
    `every part, ${whole(every.most)}.`,
    '',
    `Bounds broken: ${broken.length === 0 ? 'none' : broken.length}.`,
    ...broken.slice(0, 40).map((one) => `- ${one}`),
  ]
  if (entries === ALL) writeFigures('search', 'A million search entries', lines)
  else process.stdout.write(`${lines.join('\n')}\n`)
  return broken.length === 0
}

const database = await createTestDatabase()
const { ctx } = createTestContext(database.name)
const drop = async () => {
  await ctx.pools.end()
  await database.drop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void drop().finally(() => process.exit(1)))
try {
  process.exitCode = (await run(ctx, database, Number(process.argv[2] ?? ALL))) ? 0 : 1
} finally {
  await drop()
}
