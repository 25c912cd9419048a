import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: origins.www })

test('Every address of the marketing host is the landing page, which asks nobody who is there and leads into the application', async ({
  page,
  openBrowser,
}) => {
  const signedIn = await (await openBrowser({ as: 'maya' })).newPage()
  const called: string[] = []
  signedIn.on('request', (request) => called.push(new URL(request.url()).pathname))
  for (const path of ['/', '/signin', '/there/is/nothing/here', '/home']) {
    await signedIn.goto(path)
    await expect(signedIn).toHaveURL('/home')
    await expect(signedIn.getByRole('heading', { level: 1 })).toHaveText('Every step, one line.')
  }
  expect(called.filter((path) => path.startsWith('/v1/'))).toEqual([])

  await page.goto('/home')
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))
  await look(page, 'landing', 1024, 360)
  await page.getByLabel('Join our waitlist to get early access').first().fill('ada@example.com')
  await page.getByRole('button', { name: 'Join Waitlist' }).first().click()
  await expect(page.getByText('Thank you for your interest')).toHaveCount(2)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${origins.app}/register`)
})
