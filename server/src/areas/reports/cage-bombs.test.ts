import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { BOMBS, explode, HOARDS, MAX_MEGABYTES } from '../../../test/reports/bombs.ts'
import { putCageWorld } from '../../../test/reports/cage-world.ts'

/** `pnpm bench cage` gives each five seconds, alone, and holds it to them: here others have the cores, too. */
const LIMIT_SECONDS = 2
/** Canceled by its time, ended by the room for temporary files or the length of a text, or answered before any of them. */
const ENDINGS = ['57014', '53400', 'RPT01', 'answered']

const database = await createTestDatabase()
beforeAll(() => putCageWorld(database, { twin: false }))
afterAll(() => database.drop())

const bombs = Object.entries(BOMBS)
const PAIR = 2
/** Two at a time, as many as the smallest machine has cores. */
const pairs = Array.from({ length: Math.ceil(bombs.length / PAIR) }, (_, at) => bombs.slice(at * PAIR, (at + 1) * PAIR))

test.each(pairs.map((pair) => ({ names: pair.map(([name]) => name).join(' and '), pair })))(
  '$names end by their limits, and leave the connection usable',
  async ({ pair }) => {
    const ended = await Promise.all(
      pair.map(async ([name, statement]) => ({ name, ...(await explode(database, statement, LIMIT_SECONDS)) })),
    )
    for (const { name, ending, megabytes, usable } of ended) {
      expect(name in HOARDS ? ['53200'] : ENDINGS, name).toContain(ending)
      expect(megabytes, name).toBeLessThan(MAX_MEGABYTES)
      expect(usable, name).toBe(true)
    }
  },
)
