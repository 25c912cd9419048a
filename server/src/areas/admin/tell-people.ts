import type { Context } from '../../core/context.ts'
import type { StaffTx } from '../../core/db/in-staff.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import type { StaffMail } from './mails/staff-mail.ts'
import { membersOf, ownersOf } from './users.queries.ts'

const mail = (ctx: Context, tx: StaffTx, to: string, content: StaffMail) => queueMail(ctx, tx, to, content)

/** By mail, and on the page that waits, which opens. */
export async function tellApproved(ctx: Context, tx: StaffTx, personId: string, email: string) {
  await mail(ctx, tx, email, { kind: 'account_approved', link: `${ctx.config.APP_ORIGIN}/home` })
  const places = await membersOf(tx.db, personId)
  tx.afterCommit(() => {
    for (const { tenant_id: tenantId, member_id } of places)
      ctx.publish({ kind: 'live', tenantId, frames: [{ type: 'person.approved', id: personId, to: [member_id] }] })
  })
}

interface RoleChange {
  tenantId: string
  memberId: string
  user: { name: string; is_admin: boolean; organization: { name: string } | null }
  reason: string
}

/** An organization's owners hear of a role that staff changed there, and their open pages show it. */
export async function tellOwners(ctx: Context, tx: StaffTx, { tenantId, memberId, user, reason }: RoleChange) {
  const content: StaffMail = {
    kind: 'role_changed_by_staff',
    organization: user.organization?.name ?? '',
    person: user.name,
    role: user.is_admin ? 'Admin' : 'Member',
    reason,
    link: `${ctx.config.APP_ORIGIN}/org-profile/members`,
  }
  for (const owner of await ownersOf(tx.db, tenantId)) await mail(ctx, tx, owner, content)
  tx.afterCommit(() => ctx.publish({ kind: 'live', tenantId, frames: [{ type: 'member.role_changed', id: memberId }] }))
}
