import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { Organization } from '@throughline/contracts/org'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { openRoutes } from '../../../app/testing/open-routes.tsx'
import { person } from '../../../app/testing/person.ts'
import { serve } from '../../auth/testing/server.ts'
import { OrgProfileScreen } from '../org-profile.screen.tsx'

const ORG = '0198f3a0-0000-7000-8000-000000000002'

export const ORGANIZATION = `/v1/org/${ORG}/`

export const organization = (differences: Partial<Organization> = {}): Organization =>
  Organization.parse({
    id: ORG,
    name: 'Harbor & Vale',
    industry: 'Finance',
    size: '50-100',
    website: 'https://harborvale.example',
    description: 'Accounting and legal operations',
    address: 'Wijnhaven 3, Rotterdam',
    contact_email: 'hello@harborvale.example',
    phone: '+31 10 555 0142',
    logo_url: null,
    time_zone: 'Europe/Lisbon',
    week_start: 1,
    working_days: [{ day: 1, from: '09:00', to: '17:30' }],
    holidays: [],
    require_two_factors: false,
    with_two_factors: 22,
    admins_see_all: false,
    version: 4,
    ...differences,
  })

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
    [`GET ${ORGANIZATION}teams/?limit=200`]: { body: [{}, {}] },
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
