import { login } from '@throughline/contracts/auth'
import { caller } from './support/api.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress } from './support/mail.ts'
import { chooseAccount, fillSignIn, greeting, signIn } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.describe('Signing in', () => {
  test('with the username leads to the workspace', async ({ page }) => {
    await page.goto('/signin')
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await expect(page.getByText('or', { exact: true })).toBeVisible()
    await look(page, 'signin', 1024, 360)
    await fillSignIn(page, 'Elena')
    await expect(page).toHaveURL('/home')
    await expect(greeting(page)).toHaveText(/Elena$/)
  })

  test('with the e-mail address works as well', async ({ page }) => {
    await signIn(page, 'hanna.berg@harborvale.example')
    await expect(greeting(page)).toHaveText(/Hanna$/)
  })

  test('keeps the button and says what it does while it waits', async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/auth/login/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/signin')
    await fillSignIn(page, 'ines')
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveJSProperty('readOnly', true)
    await look(page, 'signin-busy')
    answer()
    await expect(page).toHaveURL('/home')
  })

  test('needs both fields', async ({ page }) => {
    await page.goto('/signin')
    await page.getByRole('button', { name: 'LOGIN' }).click()
    await expect(page.getByText('Enter your username or e-mail address')).toBeVisible()
    await expect(page.getByText('Enter your password')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
  })

  test('with a wrong password is refused in words', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/signin')
    await fillSignIn(page, 'ivo', 'not the password')
    await expect(page.getByRole('alert')).toContainText('The username or the password is not right.')
    await look(page, 'signin-error', 1024, 360)
  })

  test('says so when the server cannot be reached', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.route('**/v1/auth/login/', (route) => route.abort())
    await page.goto('/signin')
    await fillSignIn(page, 'ivo')
    await expect(page.getByRole('alert')).toContainText('Failed to sign in. Please try again.')
  })

  test('tells how long to wait after too many tries', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/signin')
    for (let attempt = 0; attempt < 10; attempt++) {
      await caller()
        .call(login, { body: { username: 'nobody.at.all', password: 'wrong' } })
        .catch(() => undefined)
    }
    await fillSignIn(page, 'nobody.at.all', 'wrong')
    await expect(page.getByRole('alert')).toContainText(/Too many tries\. Wait \d+ seconds\./)
    await look(page, 'signin-throttled')
  })
})

test.describe('Signing in with the identity provider', () => {
  test('opens a workspace of one’s own, and the same one the next time', async ({ page, openBrowser }) => {
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

  test('never opens an account that belongs to a password', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.goto('/signin')
    await chooseAccount(page, 'wei.chen@harborvale.example', 'Wei Chen')
    await expect(page.getByRole('alert')).toContainText('Failed to sign in with Google. Please try again.')
    await expect(page.getByRole('alert')).toContainText('connect Google in your profile')
    await expect(page).toHaveURL('/signin')
  })

  test('can fail without taking the password form along', async ({ page, faults }) => {
    faults.expect(FAILED_CALL)
    await page.route('**/gsi/client', (route) => route.abort())
    await page.goto('/signin')
    await expect(page.getByText('Google sign-in is not available now. Use your password.')).toBeVisible()
    await fillSignIn(page, 'wei')
    await expect(page).toHaveURL('/home')
  })
})
