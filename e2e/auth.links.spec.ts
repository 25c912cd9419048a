import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const GOOD_PASSWORD = 'Quiet-Harbor-27'

test('Registering: the mail arrives, its link leads to the sign-up, and that to the workspace', async ({ page }) => {
  const email = freshAddress('jo')
  const username = `jo-${crypto.randomUUID().slice(0, 6)}`
  await page.goto('/signin')
  await page.getByRole('link', { name: 'REGISTER' }).click()
  await expect(page).toHaveURL('/register')
  await look(page, 'register', 1024, 360)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Registration Link' }).click()
  await expect(toast(page, 'Registration Link Sent! Please check your email.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Check your email', exact: true })).toBeFocused()
  await look(page, 'register-sent', 1024, 360)

  await page.goto(linkIn(await mailTo(email, 'Finish signing up to Throughline')))
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await look(page, 'signup', 1024, 360)
  await page.getByLabel('Your name').fill('Amara Diallo')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByLabel('Confirm password').fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'REGISTER' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(toast(page, 'Sign up successful! Please sign in with your credentials.')).toBeVisible()

  await fillSignIn(page, username, GOOD_PASSWORD)
  await expect(page).toHaveURL('/home')
  await expect(greeting(page)).toContainText('Amara')
})

test('A password is reset by mail: the old one is refused, other browsers are signed out, the link works once', async ({
  page,
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const elsewhere = await (await openBrowser({ as: 'theo', ownSession: true })).newPage()
  await elsewhere.goto('/home')
  await expect(greeting(elsewhere)).toBeVisible()

  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await look(page, 'forgot-password', 1024, 360)
  await page.getByLabel('Email').fill('theo.lindqvist@harborvale.example')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, 'Password reset email sent. Please check your email.')).toBeVisible()

  const link = linkIn(await mailTo('theo.lindqvist@harborvale.example', 'Reset your Throughline password'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await look(page, 'reset-password', 1024, 360)
  await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByLabel('Confirm password').fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(toast(page, 'Password reset successful! Please sign in with your credentials.')).toBeVisible()

  await expect(elsewhere.getByRole('alert')).toContainText('Your session has ended')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/signin')

  await fillSignIn(page, 'theo')
  await expect(page.getByRole('alert')).toContainText('The username or password isn’t correct.')
  await fillSignIn(page, 'theo', GOOD_PASSWORD)
  await expect(page).toHaveURL('/home')

  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'Invalid verification link' })).toBeVisible()
  await look(elsewhere, 'reset-password-used')
})
