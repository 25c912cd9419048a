import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { auditPerson, confirmPassword, type MailContent, notifyPerson, profileLink } from '../auth/auth.public.ts'
import { deletionPlanned } from './profile.ports.ts'
import { keepPerson, planDeletion } from './profile.queries.ts'
import { profileOf } from './profile.service.ts'

const TIME_TO_THINK = '30 days'

/** Nothing is lost yet: a workflow waits for the day, and finds out then whether it is still meant. */
export async function planAccountDeletion(ctx: Context, viewer: Viewer, password: string | undefined) {
  const { personId } = viewer
  await confirmPassword(ctx, viewer, password)
  return inIdentity(ctx, personId, async (tx) => {
    const plan = await planDeletion(tx.db, personId, TIME_TO_THINK)
    if (!plan) throw conflict('leave_first', 'Leave your organization before you delete your account')
    if (plan.planned) {
      await deletionPlanned.call(ctx, viewer)
      const at = plan.deletes_at.toISOString()
      tx.start(personId, {
        workflow: 'deleteAccount',
        workflowId: `account-deletion:${personId}:${plan.deletes_at.getTime()}`,
        args: { personId, at },
      })
      const { time_zone } = plan
      const content: MailContent = { kind: 'account_deletion_planned', at, time_zone, link: profileLink(ctx) }
      await queueMail(ctx, tx, plan.email, content)
      await auditPerson(tx.db, personId, 'member.deletion_planned', ctx.origin)
    }
    return profileOf(tx.db, viewer)
  })
}

export const keepAccount = (ctx: Context, viewer: Viewer) =>
  inIdentity(ctx, viewer.personId, async (tx) => {
    if (await keepPerson(tx.db, viewer.personId)) {
      await notifyPerson(ctx, tx, viewer, 'member.account_kept', 'account_kept')
    }
    return profileOf(tx.db, viewer)
  })
