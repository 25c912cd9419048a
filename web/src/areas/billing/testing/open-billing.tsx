import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { PlanId } from '@throughline/contracts/ids'
import { builtinRole } from '@throughline/contracts/permissions'
import { parseSearchParams } from '../../../shared/address-params.ts'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { LapsedScreen } from '../lapsed.screen.tsx'
import { PlansScreen } from '../plans.screen.tsx'
import { SubscriptionScreen } from '../subscription.screen.tsx'
import { details, id, order, plan, subscription } from './sample-billing.ts'

export const PLANS = 'GET /v1/pricing/plans/?country_code=US'
export const LAPSED = 'GET /v1/subscriptions/me/'
export const OWN = 'GET /v1/pricing/subscriptions/?history=true'
export const DETAILS = 'GET /v1/pricing/details/'
export const ORDER = 'POST /v1/pricing/payments/'
export const VERIFY = 'PUT /v1/pricing/payments/'

export const PAGE = '/subscription/update'
const LARGE = PlanId.parse(id(13))
/** The page with the order for a larger plan. */
export const PAYING = `${PAGE}?plan=${LARGE}`
export const paying = {
  [ORDER]: { body: order() },
  [`GET /v1/pricing/plans/${LARGE}/`]: { body: plan({ id: LARGE, name: 'Business 200', change: 'now' }) },
}

const user = (differences: Partial<CurrentUser>) =>
  person({ permissions: [...(builtinRole('owner')?.permissions ?? [])], ...differences })

const root = createRootRoute()
const of = { getParentRoute: () => root, validateSearch: parseSearchParams }
const routesFor = (viewer: CurrentUser) =>
  root.addChildren([
    createRoute({ ...of, path: '/subscription/plans', component: () => <PlansScreen user={viewer} /> }),
    createRoute({ ...of, path: '/subscription/update', component: () => <SubscriptionScreen user={viewer} /> }),
    createRoute({ ...of, path: '/access/restricted', component: () => <LapsedScreen user={viewer} /> }),
    createRoute({ ...of, path: '/home', component: () => 'home' }),
  ])

/** A page of billing in a workspace that pays for Business, with whatever a test answers besides. */
export function openBilling(
  address: string,
  answers: Parameters<typeof serve>[0] = {},
  differences: Partial<CurrentUser> = {},
) {
  const viewer = user(differences)
  const server = serve({
    'GET /v1/auth/me/': { body: viewer },
    [PLANS]: { body: [plan()] },
    [OWN]: { body: [subscription()] },
    [DETAILS]: { body: details },
    [`GET /v1/pricing/plans/${plan().id}/`]: { body: plan() },
    ...answers,
  })
  const toasts: string[] = []
  const page = openRoutes(routesFor(viewer), address, ({ title }) => toasts.push(title))
  return { server, page, toasts }
}
