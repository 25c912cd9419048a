import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openRoutes } from '../shared/testing/open-routes.tsx'
import { uiTexts } from '../ui/ui.texts.ts'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { WholePageTrouble } from './trouble.tsx'

test('a page that was never opened says that one is offline instead of leaving, and comes with the connection', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const server = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const load = async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module: /assets/teams.js')
    return { Teams: () => 'all teams' }
  }
  const root = createRootRoute()
  const teams = createRoute({
    getParentRoute: () => root,
    path: '/teams',
    errorComponent: WholePageTrouble,
    component: lazyRouteComponent(load, 'Teams'),
  })
  const page = openRoutes(root.addChildren([teams]), '/teams', () => undefined)
  expect((await page.findByRole('alert')).textContent).toContain(uiTexts.notLoadedOffline)
  expect(sessionStorage.length, 'the router has not reloaded').toBe(0)

  connection.mockReturnValue(true)
  server.mockRestore()
  await act(async () => void dispatchEvent(new Event('online')))
  expect(await page.findByText('all teams')).toBeTruthy()
})
