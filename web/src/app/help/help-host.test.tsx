import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { openPalette, overlay } from '../overlay.ts'
import { PAGES } from '../pages.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { HelpHost } from './help-host.tsx'
import { lastScreen, openHelp } from './help-request.ts'

const onPhone = (phone: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: phone, addEventListener: () => {}, removeEventListener: () => {} }))

beforeEach(() => {
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
  overlay.set(null)
  onPhone(false)
})

const user = person()

function Shell() {
  useShortcuts(user)
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <HelpHost />
    </>
  )
}

function openScreen(address: string) {
  const root = createRootRoute({ component: Shell })
  const at = (path: string, page: keyof typeof PAGES) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { page: PAGES[page] },
      component: () => (
        <search>
          <input aria-label="Words" />
        </search>
      ),
    })
  const { router } = openRoutes(
    root.addChildren([at('/inbox', 'inbox'), at('/teams', 'teams'), at('/help', 'help')]),
    address,
    () => undefined,
  )
  return router
}

const pressF1 = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F1' })
const panel = (name: string) => screen.findByRole('complementary', { name })

test('F1 opens help at the screen’s topic, also while typing, and Escape gives the focus back', async () => {
  openScreen('/inbox')
  const field = await screen.findByLabelText('Words')
  field.focus()
  expect(pressF1(), 'the browser’s own help stays closed').toBe(false)
  const opened = await panel('Inbox and Notifications')
  await waitFor(() => expect(document.activeElement).toBe(opened))
  fireEvent.keyDown(opened, { key: 'Escape' })
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('every screen has its own topic, and help follows when it is called again', async () => {
  const router = openScreen('/inbox')
  await screen.findByLabelText('Words')
  pressF1()
  await panel('Inbox and Notifications')
  await act(() => router.navigate({ to: '/teams' }))
  expect(await panel('Inbox and Notifications'), 'what one reads stays').toBeTruthy()
  pressF1()
  await panel('Organization Management')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Work with teams' })))
})

test('the palette opens it, and gives way to it', async () => {
  openScreen('/inbox')
  await screen.findByLabelText('Words')
  act(() => openPalette())
  pressF1()
  expect(overlay.get()).toBeNull()
  await panel('Inbox and Notifications')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  act(openHelp)
  await panel('Inbox and Notifications')
})

test('chosen in the palette it opens, though the palette is still closing', async () => {
  openScreen('/inbox')
  await screen.findByLabelText('Words')
  const closing = document.createElement('div')
  closing.setAttribute('role', 'dialog')
  closing.dataset['open'] = ''
  document.body.append(closing)
  act(openHelp)
  expect(await panel('Inbox and Notifications')).toBeTruthy()
})

test('called for before it is there, it opens as soon as it is', async () => {
  openHelp()
  openScreen('/inbox')
  expect(await panel('Inbox and Notifications')).toBeTruthy()
})

test('over a dialog nothing opens', async () => {
  openScreen('/inbox')
  await screen.findByLabelText('Words')
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.dataset['open'] = ''
  document.body.append(dialog)
  expect(pressF1()).toBe(false)
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('on a phone help is a page', async () => {
  onPhone(true)
  const router = openScreen('/teams')
  await screen.findByLabelText('Words')
  act(openHelp)
  await waitFor(() => expect(router.state.location.href).toBe('/help#org/teams'))
})

test('on help’s own page F1 leads to its search, and the page knows where one came from', async () => {
  const router = openScreen('/teams')
  await screen.findByLabelText('Words')
  await act(() => router.navigate({ to: '/help' }))
  pressF1()
  expect(document.activeElement).toBe(screen.getByLabelText('Words'))
  expect(lastScreen.get()).toBe('teams')
})
