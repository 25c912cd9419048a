import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { MESSAGE_KINDS } from '@throughline/contracts/inbox'
import type { KindSetting } from '@throughline/contracts/notification-settings'
import { builtinRole } from '@throughline/contracts/permissions'
import { serve } from '../../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import { person } from '../../../../shared/testing/person.ts'
import { NotificationsScreen } from '../notifications.screen.tsx'
import { OrgNotificationsScreen } from '../org-notifications.screen.tsx'

export const OWN = '/v1/profile/notifications/'
export const ORG = '/v1/org/notifications/'

export const kinds = (differences: Partial<KindSetting>[] = []) =>
  MESSAGE_KINDS.map((kind) => ({
    kind,
    inbox: true,
    email: kind === 'security' ? 'now' : 'digest',
    desktop: true,
    inbox_fixed: kind === 'approval' || kind === 'security',
    own: false,
    locked: kind === 'security',
    ...differences.find((one) => one.kind === kind),
  }))

export const settings = (differences: object = {}) => ({
  data: {
    kinds: kinds(),
    quiet: { on: false, from: '18:30', to: '08:00', weekends: true, let_due_through: true },
    digest: { days: 'working_days', time: '08:30' },
    time_zone: 'Europe/Amsterdam',
    follows: [],
    last_week: { messages: 64, emails: 11, digests: 5, default_emails: 38, skipped: 9 },
    ...differences,
  },
})

export const orgSettings = (differences: object = {}) => ({
  data: {
    kinds: kinds().map(({ kind, inbox, email, desktop }) => ({
      kind,
      inbox,
      email,
      desktop,
      can_change: kind !== 'security',
    })),
    names_in_mails: true,
    ...differences,
  },
})

type Answers = Parameters<typeof serve>[0]

/** One of both pages in a fresh browser: what was sent, and what was said in toasts. */
export function openNotifications(
  path: '/profile/notifications' | '/org-profile/notifications',
  answers: Answers,
  differences: Partial<CurrentUser> = {},
) {
  const server = serve(answers)
  const user = person({ permissions: [...(builtinRole('owner')?.permissions ?? [])], ...differences })
  const toasts: string[] = []
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/profile/notifications', component: NotificationsScreen }),
    createRoute({
      getParentRoute: () => root,
      path: '/org-profile/notifications',
      component: () => <OrgNotificationsScreen user={user} refused="Access restricted" />,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])
  return { ...openRoutes(routeTree, path, ({ title }) => toasts.push(title)), server, toasts }
}
