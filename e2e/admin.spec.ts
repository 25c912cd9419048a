import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { fillSignIn } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: origins.admin })

test('Internal staff without two factors sign in, are asked to set them up, and log out', async ({ page }) => {
  await page.goto('/there/is/nothing/here')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'REGISTER' })).toHaveCount(0)
  await look(page, 'admin-signin')
  await fillSignIn(page, 'ida')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two factors' })).toBeVisible()
  await look(page, 'admin-home')
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to log out?')
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
})

test('A session of the application does not count here; whoever is no staff is told so at every address', async ({
  openBrowser,
}) => {
  const outside = await (await openBrowser({ as: 'maya' })).newPage()
  await outside.goto('/home')
  await expect(outside).toHaveURL('/signin')

  const page = await (await openBrowser({ as: 'maya', origin: origins.admin })).newPage()
  for (const path of ['/', '/register', '/inbox']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  }
  const main = page.getByRole('main')
  await expect(main).toContainText("You don't have permission to access this page.")
  await expect(main).toContainText('Please contact an administrator if you believe this is an error.')
  await look(page, 'admin-denied')
})
