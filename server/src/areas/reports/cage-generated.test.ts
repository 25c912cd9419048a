import { loadModule } from 'libpg-query'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connectBound, leaks, putCageWorld, type Seen, send } from '../../../test/reports/cage-world.ts'
import { StatementGenerator } from '../../../test/reports/generated-statements.ts'
import { columnsOfViews } from '../../../test/reports/views-of.ts'
import { checkQuery } from './gate/check-query.ts'

/** `CAGE_SEED` plays a run again, `CAGE_STATEMENTS` asks for more: `pnpm bench cage` for 50,000. */
const SEED = Number(process.env['CAGE_SEED'] ?? Date.now() % 1_000_000_000)
const STATEMENTS = Number(process.env['CAGE_STATEMENTS'] ?? 5_000)
/** A hundred each. */
const LANES = STATEMENTS / 100

const database = await createTestDatabase()
const twin = await createTestDatabase()
const counts = { answered: 0, failed: 0 }
let connections: pg.Client[] = []

beforeAll(async () => {
  await putCageWorld(database, { twin: false })
  await putCageWorld(twin, { twin: true })
  await loadModule()
  connections = [await connectBound(database), await connectBound(database), await connectBound(twin)]
})
afterAll(async () => {
  process.stdout.write(`cage: seed ${SEED}, ${counts.answered} answered, ${counts.failed} failed\n`)
  for (const client of connections) await client.end()
  await database.drop()
  await twin.drop()
})

const rowsOf = (seen: Seen) => seen.rows.map((row) => JSON.stringify(row)).sort()

describe(`${STATEMENTS} generated statements, with the gate and past it, seed ${SEED}`, () => {
  test.each(Array.from({ length: LANES }, (_, lane) => lane))(
    'lane %i answers as if nothing else were there',
    async (lane) => {
      const [past, here, there] = connections
      if (!past || !here || !there) throw new Error('there are three connections')
      const columns = await database.admin(columnsOfViews)
      const views = [...new Set(columns.map(({ view }) => view))]
      const generator = new StatementGenerator(SEED + lane, columns)
      for (let n = 0; n < STATEMENTS / LANES; n++) {
        const statement = generator.next()
        const answer = checkQuery({ query: statement, parameters: [], views })
        if (!answer.ok) throw new Error(`${statement}: ${answer.problem.message}`)
        const { sql } = answer.checked
        const [raw, printed, alone] = await Promise.all([send(past, statement), send(here, sql), send(there, sql)])
        counts[printed.code === undefined ? 'answered' : 'failed']++
        expect([leaks(raw), leaks(printed)], statement).toEqual([false, false])
        expect({ rows: rowsOf(printed), code: printed.code }, statement).toEqual({
          rows: rowsOf(alone),
          code: alone.code,
        })
      }
    },
  )
})
