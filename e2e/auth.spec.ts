import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { chooseAccount, fillSignIn, greeting } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test('A guarded page asks to sign in and is shown after it; the pages for signing in then lead home', async ({
  page,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  await page.goto('/tasks/17?tab=files')
  await expect(page).toHaveURL(/\/signin\?redirect=/)
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.getByText('or', { exact: true })).toBeVisible()
  await look(page, 'signin', 1024, 360)
  await fillSignIn(page, 'Hanna', 'not the password')
  await expect(page.getByRole('alert')).toContainText('The username or password isn’t correct.')
  await look(page, 'signin-error', 1024, 360)
  await fillSignIn(page, 'Hanna')
  await expect(page).toHaveURL('/tasks/17?tab=files')
  for (const path of ['/signin', '/reset-password/anything']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
    await expect(greeting(page)).toHaveText(/Hanna$/)
  }
})

test('With the identity provider one gets a workspace of one’s own, and the same one the next time', async ({
  page,
  openBrowser,
}) => {
  const email = freshAddress('kim')
  await page.goto('/signin')
  await chooseAccount(page, email, 'Kim Sato')
  await expect(page).toHaveURL('/home')
  await expect(greeting(page)).toHaveText(/Kim$/)
  await expect(page.getByRole('main')).toContainText('My workspace')

  const other = await (await openBrowser()).newPage()
  await other.goto('/signin?redirect=/inbox')
  await chooseAccount(other, email, 'Kim Sato')
  await expect(other).toHaveURL('/inbox')
})
