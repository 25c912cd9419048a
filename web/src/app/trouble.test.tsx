import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent } from '@testing-library/react'
import { ApiError } from '@throughline/contracts/client'
import { expect, test, vi } from 'vitest'
import { openRoutes } from '../shared/testing/open-routes.tsx'
import { uiTexts } from '../ui/ui.texts.ts'
import { texts } from './texts.ts'
import { WholePageTrouble } from './trouble.tsx'

/** A page whose beginning fails until there is nothing wrong any more. */
function openFailing(error: Error) {
  const failing: { with: Error | undefined } = { with: error }
  const root = createRootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/home',
    beforeLoad: () => {
      if (failing.with) throw failing.with
    },
    errorComponent: WholePageTrouble,
    component: () => 'the workspace',
  })
  const page = openRoutes(root.addChildren([home]), '/home', () => undefined)
  return { ...page, mend: () => (failing.with = undefined) }
}

test.each([
  ['a server that cannot be reached', new TypeError('Failed to fetch'), texts.trouble.unreachable],
  [
    'a refusal with its number',
    new ApiError(500, { code: 'internal', message: 'Trouble', request_id: 'r1' }),
    texts.trouble.request('r1'),
  ],
  ['anything else', new Error('something of ours'), texts.trouble.unknown],
])('%s is told where the page would be, and tried again by a press', async (_, error, words) => {
  const page = openFailing(error)
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain(texts.trouble.title)
  expect(alert.textContent).toContain(words)
  page.mend()
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText('the workspace')).toBeTruthy()
})

test('a page that was never opened says that one is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = openFailing(new TypeError('Failed to fetch dynamically imported module: /assets/teams.js'))
  expect((await page.findByRole('alert')).textContent).toContain(uiTexts.notLoadedOffline)
})
