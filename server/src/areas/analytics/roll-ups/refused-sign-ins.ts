import type { Context } from '../../../core/context.ts'
import { execute } from '../../../core/db/statement.ts'

const CHUNK_SIZE = 1_000

/** Counts what was refused before the moment, for the days of each organization; nothing of it waits any more. */
export async function countRefusedSignIns(ctx: Context, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await execute<{ more: boolean }>(
      ctx.pools.tenant,
      'select auth.count_refused_sign_ins($1, $2) as more',
      [before, CHUNK_SIZE],
    )
    if (!rows[0]?.more) return
  }
}
