import { changeEmail, getMe } from '@throughline/contracts/auth'
import { addMember, listRoles } from '@throughline/contracts/org-members'
import { signInByCall } from './support/api.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { fillSignIn, greeting, signIn, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const REGISTRATION = 'Finish signing up to Throughline'
const RESET = 'Reset your Throughline password'
const GOOD_PASSWORD = 'Quiet-Harbor-27'
const freshName = (name: string) => `${name}-${crypto.randomUUID().slice(0, 6)}`

test.describe('Registering', () => {
  test('the mail arrives, its link leads to the sign-up, and that to the workspace', async ({ page }) => {
    const email = freshAddress('jo')
    const username = freshName('jo')
    await page.goto('/signin')
    await page.getByRole('link', { name: 'REGISTER' }).click()
    await expect(page).toHaveURL('/register')
    await look(page, 'register', 1024, 360)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send Registration Link' }).click()
    await expect(toast(page, 'Registration Link Sent! Please check your email.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused()
    await look(page, 'register-sent', 1024, 360)

    const link = linkIn(await mailTo(email, REGISTRATION))
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await look(page, 'signup', 1024, 360)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Confirm password').fill('something else')
    await page.getByRole('button', { name: 'REGISTER' }).click()
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await look(page, 'signup-mismatch')
    await page.getByLabel('Confirm password').fill(GOOD_PASSWORD)
    await page.getByRole('button', { name: 'REGISTER' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(toast(page, 'Sign up successful! Please sign in with your credentials.')).toBeVisible()

    await fillSignIn(page, username, GOOD_PASSWORD)
    await expect(page).toHaveURL('/home')
    await expect(greeting(page)).toContainText(username)
  })

  test('a known address reads the same on the screen and another mail', async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('E-mail').fill('lena.hartmann@harborvale.example')
    await page.getByRole('button', { name: 'Send Registration Link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expect(toast(page, 'Registration Link Sent! Please check your email.')).toBeVisible()
    const mail = await mailTo('lena.hartmann@harborvale.example', 'You already have a Throughline account')
    expect(linkIn(mail)).toMatch(/\/signin$/)
  })

  test('what is no address, and a call that fails, say the words of the specification', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/register')
    await page.getByLabel('E-mail').fill('no address')
    await page.getByRole('button', { name: 'Send Registration Link' }).click()
    await expect(page.getByText('Invalid registration link. Please try again.')).toBeVisible()
    await page.route('**/v1/auth/register-email/', (route) => route.abort())
    await page.getByLabel('E-mail').fill(freshAddress('ray'))
    await page.getByRole('button', { name: 'Send Registration Link' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid registration link. Please try again.')
    await look(page, 'register-error')
  })
})

test.describe('Signing up', () => {
  test('a link that is no good says so and leads to the sign-in', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/signup/not-a-real-string')
    await expect(page).toHaveURL('/signin')
    await expect(toast(page, 'Invalid verification link. Please use the latest link from your email.')).toBeVisible()
  })

  test('a link that cannot be checked says so and is checked again by a press', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.route('**/v1/auth/verify-email/', (route) => route.abort())
    await page.goto('/signup/not-a-real-string')
    await expect(page.getByRole('heading', { name: 'Link not checked' })).toBeVisible()
    await look(page, 'link-not-checked')
    await page.unroute('**/v1/auth/verify-email/')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page).toHaveURL('/signin')
  })

  test('an invited person joins the organisation', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    const { link, username } = await invite(freshAddress('lou'))
    await page.goto(link)
    await expect(page.getByText('You join Harbor & Vale as Member')).toBeVisible()
    await expect(page.getByText('Invited by Maya Okafor')).toBeVisible()
    await look(page, 'signup-invited', 1024, 360)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Confirm password').fill(GOOD_PASSWORD)
    await page.route('**/v1/auth/signup/', (route) => route.abort())
    await page.getByRole('button', { name: 'REGISTER' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to sign up. Please try again.')
    await page.unroute('**/v1/auth/signup/')
    await page.getByRole('button', { name: 'REGISTER' }).click()
    await expect(page).toHaveURL('/signin')
    await fillSignIn(page, username, GOOD_PASSWORD)
    await expect(page.getByRole('button', { name: /^Harbor & Vale .*workspace menu/ })).toBeVisible()
  })

  test('an invited person who has an account signs in and joins with it', async ({ page }) => {
    const { link } = await invite('sam@rivera.example')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Join Harbor & Vale' })).toBeVisible()
    await look(page, 'join', 1024, 360)
    await page.getByRole('link', { name: 'Sign in to join' }).click()
    await fillSignIn(page, 'sam')
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page).toHaveURL('/home')
    await expect(toast(page, 'You joined Harbor & Vale')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Harbor & Vale .*workspace menu/ })).toBeVisible()
  })

  async function invite(email: string) {
    const { call } = await signInByCall('maya')
    const { tenant_id: orgId } = await call(getMe)
    const roles = await call(listRoles, { params: { orgId } })
    const role_id = roles.find((role) => role.name === 'member')?.id
    if (!role_id) throw new Error('there is no role for members')
    await call(addMember, { params: { orgId }, body: { name: 'Lou Ferreira', email, role_id, team_id: null } })
    return { link: linkIn(await mailTo(email, 'Join Harbor & Vale on Throughline')), username: freshName('lou') }
  }
})

test.describe('Resetting the password', () => {
  test('by mail: the old one is refused, other browsers are signed out', async ({ page, openBrowser, faults }) => {
    faults.expect(FAILED_CALL)
    const elsewhere = await (await openBrowser({ as: 'theo', ownSession: true })).newPage()
    await elsewhere.goto('/home')
    await expect(greeting(elsewhere)).toBeVisible()

    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await look(page, 'forgot-password', 1024, 360)
    await page.getByLabel('E-mail').fill('theo.lindqvist@harborvale.example')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(toast(page, 'Password reset email sent. Please check your email.')).toBeVisible()
    await look(page, 'forgot-password-sent')

    const link = linkIn(await mailTo('theo.lindqvist@harborvale.example', RESET))
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
    await expect(page.getByRole('alert')).toContainText('The username or the password is not right.')
    await fillSignIn(page, 'theo', GOOD_PASSWORD)
    await expect(page).toHaveURL('/home')

    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('heading', { name: 'Invalid verification link' })).toBeVisible()
    await look(elsewhere, 'reset-password-used')
  })

  test('what is no address says so; an unknown one cannot be told from a known one', async ({ page }) => {
    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').fill('no address')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('No user found with that email.')).toBeVisible()
    await page.getByLabel('E-mail').fill(freshAddress('nobody'))
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(toast(page, 'Password reset email sent. Please check your email.')).toBeVisible()
  })

  test('a call that fails keeps what was typed', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/forgot-password')
    await page.route('**/v1/auth/reset-password-email/', (route) => route.abort())
    await page.getByLabel('E-mail').fill('jonas.weber@harborvale.example')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByRole('alert')).toContainText('The link was not sent')
    await expect(page.getByLabel('E-mail')).toHaveValue('jonas.weber@harborvale.example')
    await page.unroute('**/v1/auth/reset-password-email/')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    const link = linkIn(await mailTo('jonas.weber@harborvale.example', RESET))

    await page.goto(link)
    await page.route('**/v1/auth/reset-password/', (route) => route.abort())
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Confirm password').fill(GOOD_PASSWORD)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to reset password. Please try again.')
    await look(page, 'reset-password-error')
  })
})

test.describe('Verifying an e-mail address', () => {
  test('the link makes the new address count, once', async ({ page, openBrowser, faults }) => {
    faults.expect(FAILED_CALL)
    const email = freshAddress('yara')
    const { call } = await signInByCall('yara')
    await call(changeEmail, { body: { email, old_email: 'yara.nassar@harborvale.example' } })
    const link = linkIn(await mailTo(email, 'Confirm your new e-mail address'))

    await page.goto(link)
    await expect(page.getByText('Your email has been successfully verified!')).toBeVisible()
    await look(page, 'verify', 1024, 360)
    await page.getByRole('link', { name: 'Continue to Workspace' }).click()
    await expect(page).toHaveURL('/signin')
    await signIn(page, email)
    await mailTo('yara.nassar@harborvale.example', 'Your e-mail address was changed')

    const other = await (await openBrowser()).newPage()
    await other.goto(link)
    await expect(other.getByText('Email verification failed. The link may be expired or invalid.')).toBeVisible()
    await look(other, 'verify-failed', 1024, 360)
    await other.getByRole('button', { name: 'Try Again' }).click()
    await expect(other.getByText('Email verification failed. The link may be expired or invalid.')).toBeVisible()
  })

  test('says what it does while the answer is on its way', async ({ page }) => {
    await page.route('**/v1/auth/verify-email/', () => undefined)
    await page.goto('/verify/some-string')
    await expect(page.getByText('Verifying your email...')).toBeVisible()
    await look(page, 'verify-busy')
  })
})
