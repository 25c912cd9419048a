import { afterAll } from 'vitest'
import type { Context } from '../src/core/context.ts'
import { createPools } from '../src/core/db/pools.ts'

/** As the worker has it, with its own way to the database; closed when the file ends. */
export function workerContext(ctx: Context): Context {
  const pools = createPools(ctx.config, 'worker', () => undefined)
  afterAll(() => pools.end())
  return { ...ctx, pools }
}
