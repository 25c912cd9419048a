import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { type MailRecipient, mailingOrganization, quietOf, timeOf } from './mail-recipients.queries.ts'
import { quietUntil } from './quiet-hours.ts'

interface Asking {
  needs_you: boolean
  due: string | null
}

/** Which messages a person is not to be shown outside their inbox now: what is due before quiet hours end is shown. */
export async function isQuietFor(
  { db, tenantId }: ReadTx,
  person: MailRecipient,
  now: Date,
): Promise<(message: Asking) => boolean> {
  if (!person.quiet_on) return () => false
  const until = quietUntil(quietOf(person), timeOf(person, await mailingOrganization(db, tenantId)), now)
  if (!until) return () => false
  return ({ needs_you, due }) => !(person.let_due_through && needs_you && due !== null && new Date(due) < until)
}
