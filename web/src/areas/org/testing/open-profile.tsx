import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { OrgProfileScreen } from '../org-profile.screen.tsx'
import { team } from './open-people.tsx'
import { organization } from './sample-organization.ts'

export const ORGANIZATION = `/v1/org/${organization().id}/`

const as = (role: RoleName): Partial<CurrentUser> => ({
  role,
  permissions: [...(builtinRole(role)?.permissions ?? [])],
})

type Answers = Parameters<typeof serve>[0]

/** What the page reads of an organisation of 24 people, and whatever a test answers besides. */
export const serveProfile = (role: RoleName, answers: Answers = {}, differences: Partial<CurrentUser> = {}) =>
  serve({
    'GET /v1/auth/me/': { body: person({ ...as(role), ...differences }) },
    [`GET ${ORGANIZATION}`]: { body: organization() },
    [`GET ${ORGANIZATION}members/counts/`]: { body: { invited: 3, active: 24, suspended: 0 } },
    [`GET ${ORGANIZATION}teams/?limit=200`]: { body: [team(1, 'Client Services'), team(2, 'Compliance')] },
    'GET /v1/subscriptions/me/': {
      body: { plan: 'Business', status: 'Active', start_date: '2026-03-03', end_date: null, auto_renew: true },
    },
    ...answers,
  })

const root = createRootRoute({
  component: () => (
    <>
      <Link to="/home">elsewhere</Link>
      <Outlet />
    </>
  ),
})
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/org-profile', component: OrgProfileScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** The page in a fresh browser, and what was said in toasts. */
export function openProfile() {
  const toasts: string[] = []
  const { router, ...screen } = openRoutes(routeTree, '/org-profile', ({ title }) => toasts.push(title))
  return { ...screen, toasts, address: () => router.state.location.pathname }
}
