import { expect, test } from 'vitest'
import { playFuzz } from './fuzz/play-fuzz.ts'
import { fuzzSeed } from './fuzz/random.ts'

const CALLS = 1_000
const MAX_CPU_MS = 1_000

const seed = fuzzSeed()

test(`${CALLS} calls with values at the edges of every type, by everybody, find no fault and take no second`, async () => {
  process.stdout.write(`Fuzzing begins at ${seed}; FUZZ_SEED=${seed} plays it again.\n`)
  const { failures, slowest, statuses, endpoints } = await playFuzz(CALLS, seed)
  expect(failures, `FUZZ_SEED=${seed}`).toEqual([])
  expect(slowest.cpu, `FUZZ_SEED=${seed} ${slowest.call}`).toBeLessThan(MAX_CPU_MS)
  // Otherwise everything would be refused at the door, and nothing be shown.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(CALLS / 20)
  expect(endpoints).toBeLessThanOrEqual(CALLS)
}, 60_000)
