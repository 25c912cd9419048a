import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Profile } from '@throughline/contracts/profile'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { ProfileScreen } from '../profile.screen.tsx'
import { profile } from './sample-profile.ts'

const { id, organization_id: orgId } = person()

export const PERSON = `/v1/auth/${id}/`

const device = (differences: object) => ({
  id: '0198f3a0-0000-7000-8000-000000000011',
  name: 'Chrome on macOS',
  kind: 'desktop',
  address: '10.0.0.1',
  signed_in_at: '2026-11-01T09:00:00Z',
  last_seen_at: '2026-11-12T09:00:00Z',
  current: true,
  is_new: false,
  ...differences,
})

type Wish = {
  user?: Partial<CurrentUser>
  profile?: Partial<Profile>
  answers?: Parameters<typeof serve>[0]
}

/** The page in a fresh browser: what was sent, and what was said in toasts. */
export function openProfile(wish: Wish = {}) {
  const user = person(wish.user)
  const server = serve({
    [`GET ${PERSON}`]: { body: profile(wish.profile) },
    'GET /v1/auth/me/': { body: user },
    'GET /v1/auth/sessions/': {
      body: [
        device({}),
        device({ id: '0198f3a0-0000-7000-8000-000000000012', name: 'Safari on iPhone', kind: 'phone', current: false }),
      ],
    },
    'GET /v1/subscriptions/me/': {
      body: { plan: 'Free', status: 'Active', start_date: '2026-03-03T00:00:00Z', end_date: null, auto_renew: true },
    },
    ...wish.answers,
  })
  const toasts: string[] = []
  const descriptions: string[] = []
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/profile',
      component: () => <ProfileScreen user={user} shortcuts={{ on: true, set: () => undefined }} />,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  const screen = openRoutes(routeTree, '/profile', ({ title, description }) => {
    toasts.push(title)
    if (description) descriptions.push(description)
  })
  return { ...screen, server, toasts, descriptions }
}
openProfile.orgId = orgId
