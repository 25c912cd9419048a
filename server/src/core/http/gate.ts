import type { EndpointShape } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import type { FastifyRequest } from 'fastify'
import { type Config, hostsOf, respondentOrigin, sitesOrigin } from '../config.ts'
import { AppError, forbidden, notFound, notSignedIn, subscriptionRequired } from '../errors.ts'
import { may, type Viewer } from './viewer.ts'

/** Internal, approved and with two factors; what their own workspace pays or asks for is no matter here. */
function requireStaff({ user }: Viewer): void {
  if (!user.is_internal || !user.is_approved) throw forbidden('You don’t have permission to access this page.')
  if (!user.two_factor_enabled) {
    throw new AppError(403, CODES.twoFactorsRequired, 'Set up two-factor sign-in to work here.')
  }
}

/** Decides from the endpoint's declaration alone whether this viewer may call it. Rows are the policies' business. */
export function requireAccess(endpoint: EndpointShape, viewer: Viewer | undefined): void {
  if (endpoint.access === 'public' || endpoint.access === 'respondent') return
  if (!viewer) throw notSignedIn()
  if (endpoint.access === 'staff') return requireStaff(viewer)
  if (!endpoint.always_open) {
    if (!viewer.user.is_approved) {
      throw new AppError(403, CODES.approvalPending, 'Your account is waiting for approval')
    }
    if (viewer.user.two_factors_missing) {
      throw new AppError(
        403,
        CODES.twoFactorsRequired,
        'Your organization requires two-factor sign-in. Set it up to continue.',
      )
    }
    const isOpen = endpoint.method === 'GET' || endpoint.reads || endpoint.open_when_lapsed
    if (!isOpen && !viewer.user.subscription_active) throw subscriptionRequired()
  }
  if (endpoint.access !== 'signed_in' && !may(viewer, endpoint.access)) throw forbidden()
}

type Served = 'call' | 'staff' | 'landing' | 'form' | 'page' | 'site' | 'file' | 'web' | 'docs' | 'socket' | 'webhook'

/** Pages of strangers and what people uploaded share no host with sessions, and have no calls beside them. */
const SERVED: Record<keyof ReturnType<typeof hostsOf>, readonly Served[]> = {
  // Pages of forms lead from here to their own host, where there is one, and those of websites always.
  app: ['call', 'socket', 'web', 'page', 'site', 'webhook'],
  admin: ['call', 'staff', 'socket', 'web'],
  www: ['web', 'docs', 'landing'],
  usercontent: ['file'],
}

function servedAs({ host, access }: EndpointShape): Served {
  if (host === 'usercontent') return 'file'
  if (host === 'www') return 'landing'
  if (access === 'staff') return 'staff'
  return access === 'respondent' ? 'form' : 'call'
}

/**
 * Only hosts that are configured are served, so that a forged Host header leads nowhere, and each of them its own part.
 * Probes of a container engine come by address, not by name.
 */
export function createHostGate(config: Config): (request: FastifyRequest) => void {
  const { app, admin, www, usercontent } = hostsOf(config)
  const served = new Map<string, readonly Served[]>([
    [app, SERVED.app],
    [admin, SERVED.admin],
    [www, SERVED.www],
    [usercontent, SERVED.usercontent],
  ])
  // Forms are filled in on one host alone: their own, where there is one.
  const forms = new URL(respondentOrigin(config)).host
  served.set(forms, [...(served.get(forms) ?? ['page']), 'form'])
  const sites = new URL(sitesOrigin(config)).host
  served.set(sites, [...(served.get(sites) ?? []), 'site'])
  return (request) => {
    const { endpoint, plain } = request.routeOptions.config ?? {}
    if (plain === 'health') return
    const here = served.get(request.host)
    if (!here) throw new AppError(421, 'unknown_host', 'This host isn’t served here')
    const asked = endpoint ? servedAs(endpoint) : plain
    if (asked && !here.includes(asked)) throw notFound()
  }
}
