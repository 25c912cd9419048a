import { PersonId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { MailContent } from '../auth/auth.public.ts'
import { erasePerson, findDue, findProfile } from './profile.queries.ts'

export interface PlannedAccount {
  personId: string
  /** The moment that was promised; another one means that the person changed their mind. */
  at: string
}

/** Farewell is said with the deed: nobody is told of what did not happen, and no mailbox can hold it up. */
const erase = (ctx: Context, personId: PersonId, at: string) =>
  inIdentity(ctx, personId, async (tx) => {
    const due = await findDue(tx.db, personId, at)
    if (!due) return
    // The database's clock decides; by the engine's it may be a little early.
    if (!due.is_due) throw new Error('the account is not due yet')
    const erased = await erasePerson(tx.db, personId, at)
    if (!erased) return
    const content: MailContent = { kind: 'account_deleted' }
    await queueMail(ctx, tx, due.email, content)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: erased.session_ids }))
  })

export const createDeleteAccountActivities = (ctx: Context, storage: Storage) => ({
  /** A repeat after a crash finds nobody in the directory and clears what may be left of the photo. */
  eraseAccount: async (planned: PlannedAccount): Promise<void> => {
    const personId = PersonId.parse(planned.personId)
    await erase(ctx, personId, planned.at)
    const left = await inIdentity(ctx, personId, ({ db }) => findProfile(db, personId))
    if (!left) await storage.removePerson(personId)
  },
})

export type DeleteAccountActivities = ReturnType<typeof createDeleteAccountActivities>
