import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { drawnTools, drawSequences, endsAtOnce, playAll } from '../../../../test/engine/sequences.ts'

let engine: Engine
let firm: Firm
beforeAll(async () => {
  engine = await startEngine(() => drawnTools)
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

/** `pnpm bench sequences <count> <seed>` plays thousands, or those of a seed again. */
const COUNT = 36

test('whatever people do, in whatever order, model and database agree whenever it is quiet', {
  timeout: 90_000,
}, async ({ annotate }) => {
  const seed = randomInt(2 ** 31)
  await annotate(`seed ${seed}`)
  const child = await firm.publish(endsAtOnce)
  const sequences = drawSequences(child, COUNT, seed)
  expect(sequences).toHaveLength(COUNT)
  expect(await playAll(engine, firm, sequences, 8)).toBeGreaterThan(COUNT)
})
