import type pg from 'pg'
import type { Logger } from 'pino'
import { createLoop, type Loop } from '../loop.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import { sealBatch } from './seal.ts'

const EVERY = 1_000

/** Seals what was committed, once a second and at once again while there is more than a batch. */
export function createSealer(pool: pg.Pool, log: Logger): Loop {
  const trouble = createTrouble(log, { began: 'audit rows cannot be sealed', ended: 'audit rows are sealed again' })
  const round = async () => {
    const { more } = await sealBatch(pool)
    trouble.ended()
    return more ? 0 : EVERY
  }
  return createLoop(round, trouble, EVERY)
}
