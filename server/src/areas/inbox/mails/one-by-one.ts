import type { Context } from '../../../core/context.ts'
import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'
import { inSavepoint } from '../../../core/db/in-savepoint.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import type { MailRecipient } from '../settings/mail-recipients.queries.ts'

const HOUR = 3_600_000

interface Mailing {
  ctx: Context
  tx: TenantTx
  now: Date
}

/** A mail that can't be written keeps back nobody else's: it is put off by an hour and tried again. */
export async function oneByOne(
  { ctx, tx, now }: Mailing,
  recipients: readonly MailRecipient[],
  mail: (tx: TenantTx, recipient: MailRecipient) => Promise<void>,
  putOff: (recipient: MailRecipient, until: Date) => Promise<void>,
): Promise<void> {
  for (const recipient of recipients) {
    try {
      await inSavepoint(tx, (inner) => mail(inner, recipient))
    } catch (err) {
      if (isBusy(err) || isDatabaseAway(err)) throw err
      ctx.log.error({ err, tenantId: tx.tenantId, memberId: recipient.member_id }, 'a mail of an inbox was not written')
      await putOff(recipient, new Date(now.getTime() + HOUR))
    }
  }
}
