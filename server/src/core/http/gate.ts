import type { EndpointShape } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import type { FastifyRequest } from 'fastify'
import { AppError, forbidden, notSignedIn, subscriptionRequired } from '../errors.ts'
import { may, type Viewer } from './viewer.ts'

/** Decides from the endpoint's declaration alone whether this viewer may call it. Rows are the policies' business. */
export function requireAccess(endpoint: EndpointShape, viewer: Viewer | undefined): void {
  if (endpoint.access === 'public') return
  if (!viewer) throw notSignedIn()
  if (!endpoint.always_open) {
    if (!viewer.user.is_approved) {
      throw new AppError(403, CODES.approvalPending, 'Your account is waiting for approval')
    }
    if (viewer.user.two_factors_missing) {
      throw new AppError(403, CODES.twoFactorsRequired, 'Your organization requires two factors. Set them up to go on.')
    }
    if (endpoint.method !== 'GET' && !viewer.user.subscription_active) throw subscriptionRequired()
  }
  if (endpoint.access !== 'signed_in' && !may(viewer, endpoint.access)) throw forbidden()
}

/** Only hosts that are configured are served; a forged Host header leads nowhere. */
export function requireKnownHost(hosts: ReadonlySet<string>, request: FastifyRequest) {
  if (!hosts.has(request.host)) throw new AppError(421, 'unknown_host', 'This host is not served here')
}
