import * as account from '@throughline/contracts/account'
import { hostsOf } from '../../core/config.ts'
import { notSignedIn } from '../../core/errors.ts'
import type { Mount } from '../../core/http/call.ts'
import { sessionToken, VISITOR_COOKIE } from '../../core/http/cookies.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { findSession } from '../../core/http/session.ts'
import { wrongCode } from './auth.errors.ts'
import { confirmSession } from './confirm.ts'
import type { ProviderCheck } from './google.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewCodes } from './second-factor-setup.ts'
import { endDevice, endOtherDevices, listDevices } from './sessions.ts'
import { passSecondFactor } from './sign-in-answer.ts'
import { takeTry } from './tries.ts'
import { enterWorkspace, listWorkspaces } from './workspaces.ts'

const ok = { status: 'ok' } as const
/** Answers that hold a secret, or a cookie, are kept nowhere; nor may a wrong code be rolled back with its request. */
const never = { once: 'never' } as const
const identity = { once: 'identity' } as const

export const accountRoutes = (limits: RateLimits, check: ProviderCheck) => (on: Mount) => {
  on(
    account.confirmSession,
    async ({ ctx, viewer, body, request }) => {
      await takeTry(ctx, limits, viewer, request)
      // What staff confirm changes who is staff: there a password is not enough.
      const isStaffs = request.host === hostsOf(ctx.config).admin
      if (isStaffs && viewer.user.two_factor_enabled && body.code === undefined) throw wrongCode()
      await confirmSession(ctx, viewer, { proof: body, check, visitor: request.cookies[VISITOR_COOKIE] ?? '' })
      return ok
    },
    never,
  )
  on(
    account.passSecondFactor,
    async ({ ctx, body, request, reply }) => ({
      user: await passSecondFactor(ctx, body.challenge, body.code, request, reply),
    }),
    never,
  )
  on(
    account.beginTotp,
    async ({ ctx, viewer, body, request }) => {
      await takeTry(ctx, limits, viewer, request)
      return beginSecondFactor(ctx, viewer, body.password)
    },
    never,
  )
  on(account.confirmTotp, ({ ctx, viewer, body }) => confirmSecondFactor(ctx, viewer, body.code), never)
  on(account.renewRecoveryCodes, ({ ctx, viewer, body }) => renewCodes(ctx, viewer, body.code), never)
  on(
    account.endTotp,
    async ({ ctx, viewer, body }) => {
      await endSecondFactor(ctx, viewer, body.code)
      return ok
    },
    never,
  )

  on(account.listSessions, ({ ctx, viewer }) => listDevices(ctx, viewer))
  on(
    account.endSession,
    async ({ ctx, viewer, params }) => {
      await endDevice(ctx, viewer, params.sessionId)
      return ok
    },
    identity,
  )
  on(account.endOtherSessions, async ({ ctx, viewer }) => ({ ended: await endOtherDevices(ctx, viewer) }), identity)

  on(account.listWorkspaces, ({ ctx, viewer }) => listWorkspaces(ctx, viewer))
  on(
    account.openWorkspace,
    async ({ ctx, viewer, params, request }) => {
      await enterWorkspace(ctx, viewer, params.tenantId)
      const moved = await findSession(ctx, sessionToken(request) ?? '', request.host)
      if (!moved) throw notSignedIn()
      return { user: moved.user }
    },
    never,
  )
}
