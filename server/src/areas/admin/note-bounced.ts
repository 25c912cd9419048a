import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { execute } from '../../core/db/statement.ts'
import type { NoteRefused } from '../../core/jobs/send-mail.activities.ts'
import { StaffMail } from './mails/staff-mail.ts'

/** An invitation that came back is shown on the waitlist; other mails are tried on. */
export const createNoteBounced =
  (ctx: Context): NoteRefused =>
  async (content) => {
    const mail = z.safeParse(StaffMail, content)
    if (!mail.success || mail.data.kind !== 'waitlist_invitation') return false
    await execute(ctx.pools.tenant, 'select auth.mark_bounced($1)', [mail.data.reg_id])
    return true
  }
