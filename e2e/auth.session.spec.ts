import type { BrowserContext } from '@playwright/test'
import { getMe, logout } from '@throughline/contracts/auth'
import { caller } from './support/api.ts'
import { revokedSessionsOf } from './support/database.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { askToLogOut, fillSignIn, greeting, openPalette, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

/** Somebody else who holds the very cookies of this browser. */
async function twinOf(context: BrowserContext) {
  const cookies = (await context.cookies(origins.app)).map(({ name, value }): [string, string] => [name, value])
  return caller(origins.app, new Map(cookies))
}

test('Logging out asks first, and reaches the other tabs and whoever holds the same cookies', async ({
  openBrowser,
}) => {
  const context = await openBrowser({ as: 'lena', ownSession: true })
  const [page, other] = [await context.newPage(), await context.newPage()]
  await other.goto('/inbox')
  await expect(other.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await page.goto('/home')
  const dialog = await askToLogOut(page)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'log-out')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/home')

  const twin = await twinOf(context)
  await (await askToLogOut(page)).getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(other).toHaveURL('/signin')
  await expect.poll(() => twin.call(getMe).catch((error: Error) => error.message)).toMatch(/sign in/i)
  await page.goto('/home')
  await expect(page).toHaveURL('/signin')
})

test('Logging out holds while the server is away, and is made good by the next page', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const context = await openBrowser({ as: 'noor', ownSession: true })
  const page = await context.newPage()
  await page.goto('/home')
  const dialog = await askToLogOut(page)
  await context.route('**/v1/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(toast(page, 'You’re signed out on this device')).toBeVisible()
  await page.goto('/home')
  await expect(page).toHaveURL('/signin')
  await expect(toast(page, 'You’re signed out on this device')).toBeVisible()
  await page.close()
  expect(await revokedSessionsOf('noor')).toEqual([{ revoked: false }])

  await context.unroute('**/v1/**')
  const next = await context.newPage()
  await next.goto('/home')
  await expect(next).toHaveURL('/signin')
  await expect(next.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  expect(await revokedSessionsOf('noor')).toEqual([{ revoked: true }])
})

test('A session that ended elsewhere is told at once, or at the next call; the way back leads to the same page', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const context = await openBrowser({ as: 'jonas', ownSession: true })
  const page = await context.newPage()
  const connected = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/live/'))
  await page.goto('/reports')
  await connected
  // A call that is still on its way would be refused and lead to the sign-in page by itself.
  await page.waitForLoadState('networkidle')
  await (await twinOf(context)).call(logout)
  await expect(page.getByRole('alert')).toContainText('Your session has ended')
  await look(page, 'session-ended')
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/signin\?redirect=%2Freports$/)
  await fillSignIn(page, 'jonas')
  await expect(page).toHaveURL('/reports')
  await expect(page.getByRole('alert')).toBeHidden()

  const unconnected = await context.newPage()
  await unconnected.routeWebSocket(/\/ws\//, () => undefined)
  await unconnected.goto('/teams')
  await unconnected.getByRole('button', { name: 'Add New Team' }).click()
  await unconnected.getByRole('dialog').getByLabel('Name').fill('New team')
  await (await twinOf(context)).call(logout)
  await unconnected.keyboard.press('Enter')
  await expect(unconnected).toHaveURL(/\/signin\?redirect=/)
  await expect(toast(unconnected, 'Your session has ended')).toBeVisible()
})

test('Keyboard only: sign in, find a page, log out', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with Google' }).focus()
  await keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
  await keyboard.type('grace')
  await keyboard.press('Tab')
  await keyboard.type('throughline')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expect(greeting(page)).toBeFocused()

  await openPalette(page)
  await keyboard.type('Team')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/teams')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeFocused()

  await openPalette(page)
  await keyboard.type('log out')
  await keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/signin')
})
