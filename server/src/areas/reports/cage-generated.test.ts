import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connectBound, leaks, putCageWorld, type Seen, send } from '../../../test/reports/cage-world.ts'
import { StatementGenerator } from '../../../test/reports/generated-statements.ts'
import { columnsOfViews, type ViewColumn } from '../../../test/reports/views-of.ts'
import { checkQuery } from './gate/check-query.ts'

/** `CAGE_SEED` plays a run again, `CAGE_STATEMENTS` asks for more: `pnpm bench cage` for 50,000. */
const SEED = Number(process.env['CAGE_SEED'] ?? Date.now() % 1_000_000_000)
const STATEMENTS = Number(process.env['CAGE_STATEMENTS'] ?? 5_000)
/** So many at the same time: while one of them is compared, the database answers the others. */
const LANES = 4

const database = await createTestDatabase()
const twin = await createTestDatabase()
const counts = { answered: 0, failed: 0 }

beforeAll(async () => {
  await Promise.all([putCageWorld(database, { twin: false }), putCageWorld(twin, { twin: true }), loadModule()])
})
afterAll(async () => {
  process.stdout.write(`cage: seed ${SEED}, ${counts.answered} answered, ${counts.failed} failed\n`)
  await database.drop()
  await twin.drop()
})

const rowsOf = (seen: Seen) => seen.rows.map((row) => JSON.stringify(row)).sort()

async function playLane(columns: readonly ViewColumn[], lane: number): Promise<void> {
  const views = [...new Set(columns.map(({ view }) => view))]
  const generator = new StatementGenerator(SEED + lane, columns)
  const connections = [await connectBound(database), await connectBound(database), await connectBound(twin)] as const
  const [past, here, there] = connections
  for (let n = 0; n < STATEMENTS / LANES; n++) {
    const statement = generator.next()
    const answer = checkQuery({ query: statement, parameters: [], views })
    if (!answer.ok) throw new Error(`${statement}: ${answer.problem.message}`)
    const { sql } = answer.checked
    const [raw, printed, alone] = await Promise.all([send(past, statement), send(here, sql), send(there, sql)])
    counts[printed.code === undefined ? 'answered' : 'failed']++
    expect([leaks(raw), leaks(printed)], statement).toEqual([false, false])
    expect({ rows: rowsOf(printed), code: printed.code }, statement).toEqual({ rows: rowsOf(alone), code: alone.code })
  }
  for (const client of connections) await client.end()
}

test(
  `${STATEMENTS} generated statements, with the gate and past it, answer as if nothing else were there, seed ${SEED}`,
  async () => {
    const columns = await database.admin(columnsOfViews)
    await Promise.all(Array.from({ length: LANES }, (_, lane) => playLane(columns, lane)))
    expect(counts.answered).toBeGreaterThan(STATEMENTS / 2)
  },
  STATEMENTS * 30,
)
