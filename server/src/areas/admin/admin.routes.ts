import * as admin from '@throughline/contracts/admin'
import type { FastifyReply } from 'fastify'
import type { Mount } from '../../core/http/call.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { feedbackPage, setResolved } from './feedback.service.ts'
import { openOrganization, organizationPage, readLogo } from './organizations.service.ts'
import { staffCounts, staffLogPage, verifyStaffLog } from './staff-log.service.ts'
import { updateMany, updateOne, userPage } from './users.service.ts'
import {
  exportWaitlist,
  hasDoneWork,
  inviteMany,
  inviteSubscriber,
  joinWaitlist,
  setRemoved,
  subscriptionPage,
  taskFor,
} from './waitlist.service.ts'

function send<T>(reply: FastifyReply, { data, next }: { data: T[]; next: string | undefined }): T[] {
  if (next) reply.header('x-next-cursor', next)
  return data
}

/** Among what is begun by anybody, the waitlist counts like a form. */
const WAITLIST = 'waitlist'

/** Harmless to repeat; several transactions. */
const never = { once: 'never' } as const

export const adminRoutes = (limits: RateLimits, storage: Storage) => (on: Mount) => {
  on(admin.getStaffCounts, ({ ctx, viewer }) => staffCounts(ctx, viewer))
  on(admin.listControlledUsers, async ({ ctx, viewer, query, reply }) =>
    send(reply, await userPage(ctx, viewer, query)),
  )
  on(admin.updateUser, ({ ctx, viewer, body }) => updateOne(ctx, viewer, body))
  on(admin.updateUsers, ({ ctx, viewer, body }) => updateMany(ctx, viewer, body.users), never)
  on(admin.listControlledOrgs, async ({ ctx, viewer, query, reply }) =>
    send(reply, await organizationPage(ctx, viewer, query)),
  )
  on(admin.getControlledOrg, ({ ctx, viewer, params }) => openOrganization(ctx, viewer, params.orgId))
  on(admin.getControlledOrgIcon, ({ ctx, viewer, params, reply }) => readLogo(ctx, storage, viewer, params, reply))
  on(admin.listFeedback, async ({ ctx, viewer, query, reply }) => ({
    data: send(reply, await feedbackPage(ctx, viewer, query)),
  }))
  on(admin.resolveFeedback, ({ ctx, viewer, params, body }) =>
    setResolved(ctx, viewer, params.feedbackId, body.resolved),
  )
  on(
    admin.subscribeEmail,
    async ({ ctx, body, request }) => {
      const isUsual = await limits.isUsual(request.ip, WAITLIST)
      if (!isUsual && !hasDoneWork(ctx.config, body, Date.now()))
        return { status: 'work' as const, ...taskFor(ctx.config, body.email, Date.now()) }
      await limits.takeAccount('waitlist', body.email)
      return joinWaitlist(ctx, body)
    },
    never,
  )
  on(admin.listSubscriptions, async ({ ctx, viewer, query, reply }) =>
    send(reply, await subscriptionPage(ctx, viewer, query)),
  )
  on(admin.exportSubscriptions, ({ ctx, viewer, reply }) => exportWaitlist(ctx, viewer, reply))
  on(admin.removeSubscription, ({ ctx, viewer, params }) => setRemoved(ctx, viewer, params.regId, true))
  on(admin.restoreSubscription, ({ ctx, viewer, params }) => setRemoved(ctx, viewer, params.regId, false))
  on(admin.notifySubscription, ({ ctx, viewer, body }) => inviteSubscriber(ctx, viewer, body.reg_id))
  on(admin.notifySubscriptions, ({ ctx, viewer, body }) => inviteMany(ctx, viewer, body.reg_ids), never)
  on(admin.verifyStaffLog, ({ ctx, viewer, body }) => verifyStaffLog(ctx, storage, viewer, body.after), never)
  on(admin.listStaffLog, async ({ ctx, viewer, query, reply }) => send(reply, await staffLogPage(ctx, viewer, query)))
}
