import { lapseSubscriptionOf } from './support/database.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { greeting } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'maya' })

test('Without a connection the page says so', async ({ page, context, faults }) => {
  // What is fetched for later may be on its way when the connection ends.
  faults.expect(LOST_SOCKET, FAILED_CALL, /Failed to fetch dynamically imported module/)
  const prepared = page.waitForResponse(/\/assets\/notices-/)
  await page.goto('/home')
  // With the parts it is made of.
  await page.evaluate((part) => import(part), (await prepared).url())
  await expect(greeting(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'This page may be out of date.' })).toBeVisible()
  await look(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByText('You’re offline')).toHaveCount(0)
})

test('Without a subscription a refused change leads an admin to the plans, anybody else to who can help', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  await lapseSubscriptionOf('ruth')
  for (const [person, path] of [
    ['callum', '/subscription/plans'],
    ['amara', '/access/restricted'],
  ] as const) {
    const page = await (await openBrowser({ as: person })).newPage()
    await page.goto('/profile')
    await expect(page.getByRole('status').filter({ hasText: 'The subscription isn’t active' })).toBeVisible()
    await look(page, `subscription-${person === 'callum' ? 'admin' : 'member'}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Another Name')
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(path)
    if (person === 'callum') continue
    const main = page.getByRole('main')
    await expect(main).toContainText("You don't have permission to access this feature of the application.")
    await expect(main).toContainText('Your organization’s administrators')
    await look(page, 'restricted')
  }
})

test('On a phone a notice asks for a desktop browser; one may go on', async ({ openBrowser }) => {
  const phone = {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  }
  const page = await (await openBrowser({ as: 'maya', ...phone })).newPage()
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Desktop Experience Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the homepage' })).toHaveAttribute('href', origins.www)
  await look(page, 'device-notice')
  await page.getByRole('button', { name: 'Continue on this device' }).click()
  await expect(greeting(page)).toBeVisible()
  await look(page, 'phone-home')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'All areas' })).toBeVisible()
  await look(page, 'phone-areas')
  await page.getByRole('link', { name: 'Teams' }).click()
  await expect(page).toHaveURL('/teams')
  await page.goto('/workflow-builder/7')
  await expect(page.getByRole('heading', { name: 'Desktop Experience Required' })).toBeVisible()
})
