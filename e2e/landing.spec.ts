import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: origins.www })

for (const path of ['/', '/home', '/signin', '/there/is/nothing/here']) {
  test(`${path} of the marketing host is the landing page`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every step, one line.')
  })
}

test('The landing page leads into the application and knows the year', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))
  await look(page, 'landing', 1024, 360)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${origins.app}/register`)
})

test('A session of the application means nothing here', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'maya' })).newPage()
  const called: string[] = []
  page.on('request', (request) => called.push(new URL(request.url()).pathname))
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(called.filter((path) => path.startsWith('/v1/'))).toEqual([])
})
