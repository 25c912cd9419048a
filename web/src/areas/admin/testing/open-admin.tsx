import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { AdminScreen } from '../admin.screen.tsx'
import { parseAdminSearch } from '../admin-search.ts'

export const COUNTS = 'GET /v1/auth/staff-counts/'
export const USERS = 'GET /v1/auth/user-control/?status=waiting&limit=50'
export const ORGANIZATIONS = 'GET /v1/org/org-control/?limit=50'
export const FEEDBACK = 'GET /v1/users/feedback/?status=all&limit=50'
export const SUBSCRIPTIONS = 'GET /v1/auth/subscribe-email/?limit=50'
export const LOG = 'GET /v1/auth/staff-log/?limit=50'

type Wish = { user?: Partial<CurrentUser>; address?: string; answers?: Parameters<typeof serve>[0] }

/** The console in a fresh browser of a member of staff: what was sent, and what was said in toasts. */
export function openAdmin({ user, address = '/home', answers = {} }: Wish = {}) {
  const who = person({ name: 'Ida Brandt', is_internal: true, two_factor_enabled: true, ...user })
  const server = serve({
    'GET /v1/auth/me/': { body: who },
    [COUNTS]: { body: { waiting: 2, organizations: 1_000, feedback: 5, subscriptions: 312, signup_approval: true } },
    [USERS]: { body: [] },
    [ORGANIZATIONS]: { body: [] },
    [FEEDBACK]: { body: { data: [] } },
    [SUBSCRIPTIONS]: { body: [] },
    [LOG]: { body: [] },
    ...answers,
  })
  const toasts: { title: string; description?: string | undefined; press?: () => void }[] = []
  const leave = vi.fn(async () => undefined)
  const root = createRootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/home',
    validateSearch: parseAdminSearch,
    component: () => <AdminScreen user={who} onLogOut={leave} onRefresh={() => undefined} />,
  })
  const screen = openRoutes(root.addChildren([home]), address, ({ title, description, action }) =>
    toasts.push({ title, description, ...(action && { press: action.onPress }) }),
  )
  return { ...screen, server, toasts, leave }
}
