import { expect, test } from 'vitest'
import { casesOf } from './testing/cases.ts'
import { turnsSeed } from './testing/seed.ts'
import { playSequences } from './testing/turns/sequences.ts'

test('every random sequence of acts, machines and accidents keeps the promises of turns and comes to its end', () => {
  const seed = turnsSeed()
  const { counts, found } = playSequences(casesOf(0.3), seed)
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(`TURNS_SEED=${seed} plays these again: ${JSON.stringify(counts)}`)
  expect(found).toBeUndefined()
  for (const what of ['children', 'effects', 'more', 'purge', 'crash', 'loss', 'restore', 'engineRestore', 'break'])
    expect(counts[what], what).toBeGreaterThan(casesOf(0.0025))
}, 60_000)
