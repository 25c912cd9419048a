import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { Notices } from './notices.tsx'

const RESTORED = 'GET /v1/auth/restored/'
const lost = (day: number) => ({
  body: { data: { lost_from: `2025-11-${day}T10:05:00.000Z`, lost_until: `2025-11-${day}T10:12:00.000Z` } },
})

const open = (answer: Parameters<typeof serve>[0][string]) => {
  const server = serve({ [RESTORED]: answer })
  const root = createRootRoute()
  const user = person({ time_zone: 'UTC' })
  const component = () => <Notices offline={false} ended={false} outdated={false} lapsed={false} user={user} />
  const home = createRoute({ getParentRoute: () => root, path: '/home', component })
  return { server, page: openRoutes(root.addChildren([home]), '/home', () => undefined) }
}

test('after a restore everybody reads what was lost, until they have put it away', async () => {
  const { page } = open(lost(17))
  expect(await screen.findByText(/^Work from .*10:05.* until .*10:12.* was lost$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/was lost$/)).toBeNull()
  page.unmount()

  const again = open(lost(17))
  await waitFor(() => expect(again.server.sent(RESTORED)).toHaveLength(1))
  expect(screen.queryByText(/was lost$/)).toBeNull()
  again.page.unmount()

  open(lost(18))
  expect(await screen.findByText(/was lost$/)).toBeTruthy()
})

test.each([
  ['nothing was lost', { body: { data: null } }],
  ['it cannot be asked', 'unreachable'],
] as const)('nothing is said where %s', async (_, answer) => {
  const { server } = open(answer)
  await waitFor(() => expect(server.sent(RESTORED)).not.toHaveLength(0))
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['/home', 1],
  ['/subscription/plans', 0],
  ['/access/restricted', 0],
])('on %s, what a lapsed subscription means is said over the page so many times: %i', async (path, times) => {
  const server = serve({ [RESTORED]: { body: { data: null } } })
  const root = createRootRoute()
  const component = () => <Notices offline={false} ended={false} outdated={false} lapsed user={person({})} />
  openRoutes(root.addChildren([createRoute({ getParentRoute: () => root, path, component })]), path, () => undefined)
  await waitFor(() => expect(server.sent(RESTORED)).toHaveLength(1))
  expect(screen.queryAllByText('The subscription isn’t active')).toHaveLength(times)
})
