import type { Page } from '@playwright/test'
import { asSuperuser } from './support/database.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const PANEL = 'Connect Google Workspace'

const panelOf = (page: Page) => page.getByRole('complementary', { name: PANEL })

async function openPanel(page: Page) {
  await page.goto('/integrations')
  await page.getByRole('button', { name: PANEL }).press('Enter')
  return panelOf(page)
}

/** At the provider: who it is, then what is allowed. */
async function signInThere(page: Page, email: string) {
  await page.getByLabel('E-mail address').first().fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Allow access' })).toBeVisible()
}

test('A tool is connected by signing in, though not everything is granted', async ({ openBrowser }) => {
  const { username } = await newcomer('ines')
  const page = await (await openBrowser({ as: username })).newPage()
  const panel = await openPanel(page)
  await panel.getByLabel('Connection name').fill('Google, operations account')
  await expect(panel.getByText('Google opens in this tab and asks you to sign in.')).toBeVisible()
  await panel.getByLabel('Send email as you').uncheck()
  await look(page, 'integration-sign-in', 390, 1024)

  await panel.getByRole('button', { name: 'Continue to Google' }).press('Enter')
  await signInThere(page, 'ops@harborvale.test')
  await page.getByLabel('View and edit events on all your calendars').uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()

  await expect(panel.getByText('Signed in to Google')).toBeVisible()
  expect(new URL(page.url()).searchParams.has('code')).toBe(false)
  await expect(panel.getByText(/^as ops@harborvale\.test/)).toBeVisible()
  await expect(panel.getByLabel('Connection name')).toHaveValue('Google, operations account')
  const granted = panel.getByRole('region', { name: 'What Google granted' })
  await expect(granted.getByRole('listitem')).toHaveText([
    'Add files to DriveGranted',
    'Read and change sheetsGranted',
    'See calendars and add eventsNot granted',
  ])
  await expect(panel.getByText('Refreshed the token, so it’ll work tomorrow too')).toBeVisible()
  await look(page, 'integration-signed-in', 390, 1024)
  await panel.getByRole('button', { name: 'Connect' }).press('Enter')
  await expect(toast(page, 'Connected Google, operations account')).toBeVisible()
  await expect(page.getByText(`Connected by: @${username}`)).toBeVisible()

  // As the worker marks it where Google ends the sign-in.
  const ended = 'Google ended the sign-in. Reconnect to continue.'
  await asSuperuser(
    `update integrations i set signed_out_at = now(), signed_out_text = $2, last_problem = $2 from members m
     where m.tenant_id = i.tenant_id and m.id = i.member_id and m.username = $1`,
    [username, ended],
  )
  await page.goto('/integrations')
  await page.getByRole('link', { name: 'Reconnect Google, operations account' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText(ended)
  await look(page, 'integration-refused', 390, 1024)
  await page.getByRole('button', { name: 'Reconnect' }).press('Enter')
  const again = page.getByRole('complementary', { name: 'Reconnect Google, operations account' })
  await again.getByRole('button', { name: 'Continue to Google' }).press('Enter')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(again.getByText('The old sign-in stays until you reconnect.')).toBeVisible()
  await again.getByRole('button', { name: 'Reconnect' }).press('Enter')
  await expect(toast(page, 'Reconnected Google, operations account')).toBeVisible()
  await page.getByRole('link', { name: 'Google Workspace' }).press('Enter')
  await expect(page.getByText('Needs attention')).toBeHidden()
  await expect(page.getByText('Working').first()).toBeVisible()
})

test('Canceling at the provider leads back to the panel, with the reason and nothing kept', async ({ openBrowser }) => {
  const { username } = await newcomer('ines')
  const page = await (await openBrowser({ as: username })).newPage()
  const panel = await openPanel(page)
  await panel.getByLabel('Connection name').fill('Not yet')
  await panel.getByRole('button', { name: 'Continue to Google' }).press('Enter')
  await signInThere(page, 'ops@harborvale.test')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('alert')).toContainText('The user denied the request.')
  await expect(panel.getByRole('alert')).toContainText('Nothing was saved.')
  await expect(panel.getByLabel('Connection name')).toHaveValue('Not yet')
  await expect(panel.getByRole('button', { name: 'Continue to Google' })).toBeEnabled()
  await look(page, 'integration-sign-in-canceled')
})

test('A sign-in that comes back in another tab is finished there, and only in this browser', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const { username } = await newcomer('ines')
  const browser = await openBrowser({ as: username })
  const first = await browser.newPage()
  const panel = await openPanel(first)
  await panel.getByLabel('Connection name').fill('From another tab')
  await panel.getByRole('button', { name: 'Continue to Google' }).press('Enter')
  await expect(first.getByRole('heading', { name: 'Choose an account' })).toBeVisible()

  const second = await browser.newPage()
  await second.goto(first.url())
  await signInThere(second, 'ops@harborvale.test')
  const answered = second.waitForRequest((request) => new URL(request.url()).pathname === '/integrations/sign-in')
  await second.getByRole('button', { name: 'Allow' }).click()
  const address = (await answered).url()
  await expect(panelOf(second).getByText('Signed in to Google')).toBeVisible()
  await expect(panelOf(second).getByLabel('Connection name')).toHaveValue('From another tab')

  const stranger = await (await openBrowser({ as: (await newcomer('mallory')).username })).newPage()
  for (const page of [first, stranger]) {
    await page.goto(address)
    await expect(page.getByText('The sign-in couldn’t be finished')).toBeVisible()
  }
  await look(first, 'integration-sign-in-foreign')
  await panelOf(second).getByRole('button', { name: 'Connect' }).press('Enter')
  await expect(toast(second, 'Connected From another tab')).toBeVisible()
})
