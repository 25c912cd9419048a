import { randomBytes } from 'node:crypto'
import * as signIns from '@throughline/contracts/sign-ins'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mount } from '../../../core/http/call.ts'
import { setVisitorCookie, VISITOR_COOKIE } from '../../../core/http/cookies.ts'
import { loadTenantKey } from '../../../core/keys/tenant-key.ts'
import { reconnect } from '../connections.service.ts'
import type { OauthClient } from './oauth-client.ts'
import { eraseSignIn, openSignIn, prepareSignIn, readSignIn, takeReturn } from './sign-in.service.ts'

/** Named by a cookie of its own, apart from the session. */
function browserOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[VISITOR_COOKIE]
  if (known) return known
  const browser = randomBytes(32).toString('base64url')
  setVisitorCookie(reply, browser)
  return browser
}

export const signInRoutes =
  (oauth: OauthClient) =>
  (on: Mount): void => {
    on(
      signIns.beginSignIn,
      ({ ctx, viewer, params: { toolId }, body, request, reply }) =>
        openSignIn(ctx, oauth, viewer, { toolId, browser: browserOf(request, reply), body }),
      {
        before: async (call) => {
          await loadTenantKey(call)
          await prepareSignIn(call.ctx, oauth, call.params.toolId)
        },
      },
    )
    on(
      signIns.returnFromSignIn,
      ({ ctx, viewer, body, request }) =>
        takeReturn(ctx, viewer, { browser: request.cookies[VISITOR_COOKIE] ?? '', body }),
      { before: loadTenantKey },
    )
    on(signIns.getSignIn, ({ ctx, viewer, params }) => readSignIn(ctx, viewer, params.signInId))
    on(signIns.cancelSignIn, ({ ctx, viewer, params }) => eraseSignIn(ctx, viewer, params.signInId))
    on(signIns.reconnectBySignIn, ({ ctx, viewer, params, body }) =>
      reconnect(ctx, viewer, params.connectionId, body.sign_in),
    )
  }
