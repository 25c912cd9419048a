import { randomBytes } from 'node:crypto'
import * as auth from '@throughline/contracts/auth'
import { inIdentity } from '../../core/db/in-identity.ts'
import { notSignedIn } from '../../core/errors.ts'
import type { Mount } from '../../core/http/call.ts'
import { clearSessionCookie, sessionToken, setVisitorCookie, VISITOR_COOKIE } from '../../core/http/cookies.ts'
import { issueCsrf } from '../../core/http/csrf.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { findSession } from '../../core/http/session.ts'
import { findLastRestore, putNonce } from './auth.queries.ts'
import { changeEmail, undoEmailChange } from './change-email.ts'
import { nonceHash, type ProviderCheck, personOfGoogle } from './google.ts'
import { joinOrganization } from './join.ts'
import { checkLink, requestLink, resetPassword } from './mailed-links.ts'
import { checkPassword } from './sign-in.ts'
import { answerSignIn } from './sign-in-answer.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.service.ts'
import { deviceOf } from './tries.ts'

const ok = { status: 'ok' } as const

/** Who is there, and the ways in and out. */
const signInRoutes = (on: Mount, limits: RateLimits, checkProviderToken: ProviderCheck) => {
  on(auth.getCsrf, async ({ ctx, request, reply }) => ({ csrfToken: issueCsrf(ctx.config, request, reply) }))
  on(auth.getMe, async ({ viewer }) => viewer.user)
  on(auth.getRestored, async ({ ctx, viewer }) => ({
    data: (await inIdentity(ctx, viewer.personId, ({ db }) => findLastRestore(db))) ?? null,
  }))

  on(
    auth.login,
    async ({ ctx, body, request, reply }) => {
      const personId = await checkPassword(ctx, limits, body, deviceOf(request))
      return answerSignIn(ctx, personId, request, reply)
    },
    { once: 'never' },
  )

  on(
    auth.logout,
    async ({ ctx, request, reply }) => {
      const token = sessionToken(request)
      if (token) await signOut(ctx, token)
      clearSessionCookie(reply)
      return ok
    },
    { once: 'never' },
  )

  on(auth.googleNonce, async ({ ctx, request, reply }) => {
    let visitor = request.cookies[VISITOR_COOKIE]
    if (!visitor) {
      visitor = randomBytes(32).toString('base64url')
      setVisitorCookie(reply, visitor)
    }
    const nonce = randomBytes(24).toString('base64url')
    const hash = nonceHash(visitor, nonce)
    await inIdentity(ctx, undefined, ({ db }) => putNonce(db, hash))
    return { nonce, client_id: ctx.config.GOOGLE_CLIENT_ID, script_url: ctx.config.GOOGLE_SCRIPT_URL }
  })

  on(
    auth.googleCallback,
    async ({ ctx, body, request, reply }) => {
      const claims = await checkProviderToken(body.token)
      const personId = await personOfGoogle(ctx, claims, request.cookies[VISITOR_COOKIE] ?? '')
      return answerSignIn(ctx, personId, request, reply)
    },
    { once: 'never' },
  )
}

/** What people do by the links that they are sent, and what sends them. */
const mailedLinkRoutes = (on: Mount, limits: RateLimits) => {
  /** Nobody's mailbox is filled by asking from many places. */
  const takeMail = (email: string) => limits.takeAccount('mail', email)

  on(auth.verifyEmail, ({ ctx, body }) => checkLink(ctx, body.verification_string))
  on(auth.signup, async ({ ctx, body }) => ({ username: await signUp(ctx, body) }))

  on(auth.registerEmail, async ({ ctx, body }) => {
    await takeMail(body.email)
    await requestLink(ctx, 'sign_up', body.email)
    return ok
  })
  on(auth.resetPasswordEmail, async ({ ctx, body }) => {
    await takeMail(body.email)
    await requestLink(ctx, 'reset_password', body.email)
    return ok
  })
  on(auth.resetPassword, async ({ ctx, body }) => {
    await resetPassword(ctx, body.password, body.verification_string)
    return ok
  })

  on(
    auth.undoEmailChange,
    async ({ ctx, body }) => {
      await undoEmailChange(ctx, body.password, body.verification_string)
      return ok
    },
    { once: 'never' },
  )

  on(
    auth.joinOrganization,
    async ({ ctx, viewer, body, request }) => {
      await joinOrganization(ctx, viewer, body.verification_string)
      const moved = await findSession({ ...ctx }, sessionToken(request) ?? '', request.host)
      if (!moved) throw notSignedIn()
      return { user: moved.user }
    },
    { once: 'never' },
  )
  on(
    auth.changeEmail,
    async ({ ctx, viewer, body }) => {
      await takeMail(body.email)
      await changeEmail(ctx, viewer, body.email, body.old_email)
      return ok
    },
    { once: 'identity' },
  )
}

export const authRoutes = (limits: RateLimits, checkProviderToken: ProviderCheck) => (on: Mount) => {
  signInRoutes(on, limits, checkProviderToken)
  mailedLinkRoutes(on, limits)
}
