import type { PersonId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { dutyTransaction } from './duty-transaction.ts'
import type { DutyTx } from './tenant-tx.ts'

/** The door to the directory: people, sessions, verification strings, and duties that arise before a tenant is known. */
export function inIdentity<T>(
  ctx: Context,
  person: PersonId | undefined,
  work: (tx: DutyTx) => Promise<T>,
): Promise<T> {
  return ctx.identityTx ? work(ctx.identityTx) : dutyTransaction(ctx, ctx.pools.identity, person, work)
}
