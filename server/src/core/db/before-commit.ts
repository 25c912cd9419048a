import type { Context } from '../context.ts'
import type { NewEvent, Notice, TenantTx } from './tenant-tx.ts'

/** What a transaction is about to leave behind. */
export interface Leaving {
  readonly events: readonly NewEvent[]
  readonly notices: readonly Notice[]
}

type Tell = (ctx: Context, tx: TenantTx, leaving: Leaving) => Promise<void>

let tell: Tell = () => Promise.resolve()

/** `main` connects what writes people's messages; a process without it tells nobody. */
export const connectTelling = (to: Tell): void => {
  tell = to
}

/** The last work of a transaction, since it locks what many others wait for. */
export const beforeCommit: Tell = (ctx, tx, leaving) =>
  leaving.events.length > 0 || leaving.notices.length > 0 ? tell(ctx, tx, leaving) : Promise.resolve()
