/**
 * The cage of reports. `pnpm bench cage` does all of it; by name a part alone: `statements`, 50,000 generated ones with the
 * gate and past it, and 100,000 printed trees; `bombs`, while others work; `timing`, whether others' rows can be told by time.
 */
import { createTestDatabase } from '../server/test/database.ts'
import { BOMBS, explode, MAX_MEGABYTES } from '../server/test/reports/bombs.ts'
import { putCageWorld } from '../server/test/reports/cage-world.ts'
import { median } from '../server/test/statistics.ts'
import { compareTiming, PAIRS } from './support/cage/timing.ts'
import { bombsUnderLoad, MOST_SECONDS } from './support/cage/under-load.ts'
import { table, writeFigures } from './support/figures.ts'
import { runTests } from './support/run-tests.ts'

const LIMIT_SECONDS = 5
const MOST_P99 = 1.1
/** A small report of another organization waits for none of these. */
const MOST_TO_BEGIN = 3
const LARGEST_DELTA = 0.1
const [STATEMENTS, TREES] = [50_000, 100_000]

const problems: string[] = []
const whole = (count: number | string) => Number(count).toLocaleString('en')
const note = (line: string) => process.stdout.write(`${line}\n`)

/** Past the gate, as the role meets them. */
async function bareBombs(): Promise<string[][]> {
  const database = await createTestDatabase()
  try {
    await putCageWorld(database, { twin: false })
    const rows: string[][] = []
    for (const [name, statement] of Object.entries(BOMBS)) {
      const { ending, seconds, megabytes } = await explode(database, statement, LIMIT_SECONDS)
      note(`${name}, past the gate: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, ${ending}`)
      if (seconds > LIMIT_SECONDS + 1 || megabytes > MAX_MEGABYTES) problems.push(`${name}, past the gate`)
      rows.push([name, `${seconds.toFixed(1)} s, ${ending}`, megabytes.toFixed(0)])
    }
    return rows
  } finally {
    await database.drop()
  }
}

async function bombs(): Promise<void> {
  const bare = await bareBombs()
  const found = await bombsUnderLoad(note)
  const { p99, begins, megabytes } = found
  for (const { name, seconds } of found.bombs) if (seconds > MOST_SECONDS) problems.push(name)
  if (megabytes > MAX_MEGABYTES) problems.push('memory of the database')
  if (p99.bombs / p99.quiet > MOST_P99) problems.push('p99 of pages')
  if (begins.length === 0 || Math.max(...begins) > MOST_TO_BEGIN) problems.push('turns of others')
  writeFigures('cage-bombs', 'Reports that would take everything', [
    `Each past the gate with a limit of ${LIMIT_SECONDS} s, then as reports of one organization with that of ${MOST_SECONDS - 1} s, two at a time and as`,
    `long without any, while a second organization reads ${p99.pages} pages of 50 tasks and a third asks ${begins.length} small reports. Goals: ended a`,
    `second after the limit, at most ${MAX_MEGABYTES} MB in a backend, p99 of pages within ${MOST_P99} ×, small reports begun within ${MOST_TO_BEGIN} s.`,
    '',
    ...table(
      ['', 'past the gate', 'MB', 'as a report'],
      bare.map((row, n) => {
        const one = found.bombs[n]
        return [...row, `${(one?.seconds ?? 0).toFixed(1)} s, ${one?.ending ?? ''}`]
      }),
    ),
    '',
    `A backend held at most ${megabytes.toFixed(0)} MB. p99 of a page: ${p99.quiet.toFixed(1)} ms without, ${p99.bombs.toFixed(1)} ms beside them (${(p99.bombs / p99.quiet).toFixed(2)} ×).`,
    `A small report of another organization began after ${median(begins).toFixed(2)} s, at most ${Math.max(...begins).toFixed(2)} s.`,
  ])
}

async function timing(): Promise<void> {
  const found = await compareTiming(note)
  for (const { name, compared, cliffsDelta } of found)
    if (Math.abs(cliffsDelta) >= LARGEST_DELTA) problems.push(`time of ${name}: ${compared}`)
  writeFigures('cage-timing', "Other organizations' rows by time", [
    `${PAIRS} pairs for each query, in turns, one connection after the other: two databases that differ in 20,000 cases and tasks of`,
    `another organization and in nothing else. Goal: |Cliff's δ| below ${LARGEST_DELTA}; the last are two databases that do not differ.`,
    '',
    ...table(
      ['compared', 'query', 'ms', "Cliff's δ"],
      found.map(({ compared, name, medians, cliffsDelta }) => [
        compared,
        name,
        medians.map((ms) => ms.toFixed(2)).join(' / '),
        cliffsDelta.toFixed(3),
      ]),
    ),
  ])
}

function statements(): void {
  const tests = ['server/src/areas/reports/cage-generated.test.ts', 'server/src/areas/reports/gate']
  const seed = process.env['CAGE_SEED'] ?? String(Date.now() % 1_000_000_000)
  const size = { CAGE_SEED: seed, CAGE_STATEMENTS: String(STATEMENTS), CAGE_TREES: String(TREES) }
  const printed = runTests(tests, size) ?? ''
  const [, answered, failed] = /cage: seed \d+, (\d+) answered, (\d+) failed/.exec(printed) ?? []
  if (answered === undefined || failed === undefined) {
    problems.push('generated statements')
    return
  }
  writeFigures('cage-statements', 'Generated statements in the cage of reports', [
    `Seed ${seed}. Each statement was sent through the gate, past it straight to the role, and to a twin database in which`,
    'nothing else is.',
    '',
    `- ${whole(STATEMENTS)} statements: 0 refused by the gate, ${whole(answered)} answered, ${whole(failed)} ended with an error of their own`,
    '- Canary hits in rows, errors and notices: 0. Answers other than those of the twin: 0',
    `- ${whole(TREES)} printed trees: each was the same when it was parsed again`,
  ])
}

const PARTS = { statements, bombs, timing }
const wanted = process.argv[2]
for (const [name, part] of Object.entries(PARTS)) if (wanted === undefined || wanted === name) await part()
if (problems.length > 0) throw new Error(`not held: ${problems.join(', ')}`)
