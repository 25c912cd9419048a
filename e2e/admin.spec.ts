import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { fillSignIn } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: origins.admin })

test('Internal staff sign in and see the administration', async ({ page }) => {
  await page.goto('/home')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'REGISTER' })).toHaveCount(0)
  await look(page, 'admin-signin')
  await fillSignIn(page, 'ida')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeAttached()
  await look(page, 'admin-home')
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to log out?')
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
})

test('Everyone else is told that they may not be here', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'maya', origin: origins.admin })).newPage()
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText("You don't have permission to access this page.")
  await expect(main).toContainText('Please contact an administrator if you believe this is an error.')
  await look(page, 'admin-denied')
})

test('A session of the application does not count here', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'maya' })).newPage()
  await page.goto('/home')
  await expect(page).toHaveURL('/signin')
})

for (const path of ['/', '/register', '/inbox', '/there/is/nothing/here']) {
  test(`${path} leads home`, async ({ openBrowser }) => {
    const page = await (await openBrowser({ as: 'maya', origin: origins.admin })).newPage()
    await page.goto(path)
    await expect(page).toHaveURL('/home')
  })
}
