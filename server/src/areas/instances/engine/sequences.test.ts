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

test('whatever people do, in whatever order, model and database agree whenever it is quiet', {
  timeout: 900_000,
}, async () => {
  const child = await firm.publish(endsAtOnce)
  const count = Number(process.env.SEQUENCES ?? 300)
  const sequences = drawSequences(child, count, 20_261_115)
  expect(sequences).toHaveLength(count)
  expect(await playAll(engine, firm, sequences, 8)).toBeGreaterThan(count * 2)
})
