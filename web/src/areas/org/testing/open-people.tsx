import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { Member } from '@throughline/contracts/org-members'
import { Team } from '@throughline/contracts/org-teams'
import { BUILTIN_ROLES, builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { memberSearch } from '../members/member-search.ts'
import { MembersScreen } from '../members.screen.tsx'
import { RolesScreen } from '../roles.screen.tsx'
import { teamSearch } from '../teams/team-search.ts'
import { TeamsScreen } from '../teams.screen.tsx'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const ORG = `/v1/org/${id(2)}/`
export const FIRST_PAGE = `GET ${ORG}members/?limit=100`
export const TEAMS = `GET ${ORG}teams/?limit=200`

export const roles = BUILTIN_ROLES.map(({ name, display_name, rank }, position) => ({
  id: id(100 + position),
  name,
  display_name,
  rank,
  count: 1,
}))

const roleOf = (name: RoleName) => roles.find((role) => role.name === name)

export const team = (last: number, name: string, more: Partial<Team> = {}): Team =>
  Team.parse({ id: id(200 + last), name, description: '', count: 1, faces: [], version: 1, ...more })

export const member = (last: number, name: string, role: RoleName, more: Partial<Member> = {}): Member =>
  Member.parse({
    id: id(300 + last),
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@harborvale.example`,
    photo: null,
    role: roleOf(role),
    team: null,
    teams: [],
    status: 'active',
    joined_at: '2026-03-03T09:00:00Z',
    invitation_expires_at: null,
    suspended_at: null,
    ...more,
  })

/** Somebody with this role in Harbor & Vale. */
export const as = (role: RoleName, more: Partial<CurrentUser> = {}): CurrentUser => {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  return person({ role, role_display_name: display_name, permissions: [...permissions], ...more })
}

type Answers = Parameters<typeof serve>[0]

export const openWork = (of: { id: string }) => `GET /v1/tasks/open-work/${of.id}/`
const nothingOpen = { body: { data: { assigned: 0, approvals: 0, reviews: 0, connections: 0, queues: [] } } }

/** What the three screens read, for an organisation with these people, and whatever a test answers besides. */
export const servePeople = (user: CurrentUser, members: Member[], answers: Answers = {}) =>
  serve({
    'GET /v1/auth/me/': { body: user },
    [`GET ${ORG}roles/`]: { body: roles },
    [`GET ${ORG}members/counts/`]: { body: { invited: 0, active: members.length, suspended: 0 } },
    [FIRST_PAGE]: { body: members },
    [TEAMS]: { body: [team(1, 'Client Services'), team(2, 'Compliance')] },
    ...Object.fromEntries(members.map((one) => [openWork(one), nothingOpen])),
    ...answers,
  })

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/members', validateSearch: memberSearch, component: MembersScreen }),
  createRoute({ getParentRoute: () => root, path: '/members/roles', component: RolesScreen }),
  createRoute({ getParentRoute: () => root, path: '/teams', validateSearch: teamSearch, component: TeamsScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** One address in a fresh browser: where it is now, and what was said in toasts. */
export function openPeople(address: string) {
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, toasts, address: () => router.state.location.href }
}
