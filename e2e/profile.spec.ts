import type { Page } from '@playwright/test'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { bringIn, founder, newcomer } from './support/newcomer.ts'
import { harbourPicture } from './support/pictures.ts'
import { PASSWORD } from './support/settings.ts'
import { chooseAccount, fillSignIn, greeting, signIn, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1440, 1920, 360]

async function confirmByPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click()

test('Name, username, photo and preferences are changed', async ({ openBrowser, faults }) => {
  const { username } = await newcomer('nell')
  const page = await (await openBrowser({ as: username, ownSession: true })).newPage()
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Update Plan' })).toHaveAttribute('href', '/subscription/update')
  await look(page, 'profile-solo', ...WIDTHS)
  await edit(page)
  await page.getByLabel('Name', { exact: true }).fill('Nell Harbour')
  await page.getByLabel('Username').fill('maya')
  faults.expect(FAILED_CALL)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/taken/)).toBeVisible()
  await page.getByLabel('Username').fill(`${username}.2`)
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Nell Harbour.*account menu$/ })).toBeVisible()

  await edit(page)
  await page
    .getByLabel('Change photo')
    .first()
    .setInputFiles(await harbourPicture(page))
  const dialog = page.getByRole('dialog', { name: 'Crop the photo' })
  await expect(dialog.getByRole('application')).toBeFocused()
  await page.keyboard.press('+')
  await page.keyboard.press('Shift+ArrowLeft')
  await look(page, 'profile-crop')
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(toast(page, 'Photo saved')).toBeVisible()
  const shown = page.getByRole('main').locator('img').first()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(256)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(toast(page, 'Photo removed')).toBeVisible()

  // Each is kept at once; a page that is loaded anew must not be faster.
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await page.getByLabel('Time zone').fill('Tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
  await kept
  await expect(page.getByText(/^Tokyo, \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('switch', { name: /Keyboard shortcuts/ }).click()
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue(/^Asia\/Tokyo/)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.getByRole('switch', { name: /Keyboard shortcuts/ })).not.toBeChecked()
})

test('The e-mail address is changed in two steps, with a mail to both addresses', async ({ openBrowser, faults }) => {
  const { username, email } = await newcomer('emma')
  const next = freshAddress('emma.new')
  const page = await (await openBrowser({ as: username, ownSession: true })).newPage()
  await page.goto('/profile')
  await edit(page)
  await page.getByRole('button', { name: 'Change Email' }).click()
  const field = page.getByLabel('New email')
  await expect(field).toBeFocused()
  await field.fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('New email must be different from current email')).toBeVisible()
  await field.fill('maya.okafor@harborvale.example')
  faults.expect(FAILED_CALL)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This email is already associated with an account')).toBeVisible()
  await field.fill(next)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email is available! Click "Update Email" to proceed.').first()).toBeVisible()
  await look(page, 'profile-email', ...WIDTHS)
  await page.getByRole('button', { name: 'Update Email' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password', { exact: true }),
  ).toBeFocused()
  await look(page, 'confirm', 1024, 360)
  await confirmByPassword(page)
  await expect(toast(page, `A verification link was sent to ${next}`)).toBeVisible()

  await mailTo(email, 'A change to your email address was requested')
  const link = linkIn(await mailTo(next, 'Confirm your new email address'))
  await page.goto(link)
  await expect(page.getByText('Your email has been successfully verified!')).toBeVisible()
  await look(page, 'verify', 1024, 360)
  const wayBack = linkIn(await mailTo(email, 'Your email address was changed'))
  await page.goto('/profile')
  await expect(page.getByText(next)).toBeVisible()

  const other = await (await openBrowser()).newPage()
  await other.goto(link)
  await expect(other.getByText('Email verification failed. The link may be expired or invalid.')).toBeVisible()
  await look(other, 'verify-failed', 1024, 360)
  await other.goto(wayBack)
  await expect(other.getByRole('heading', { name: 'Take your account back' })).toBeVisible()
  await look(other, 'undo-email', 1024, 360)
  await other.getByLabel('Password', { exact: true }).fill('Quiet-Harbor-27')
  await other.getByLabel('Confirm password').fill('Quiet-Harbor-27')
  await other.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Your session has ended')
  await expect(other).toHaveURL('/signin')
  await signIn(other, email, 'Quiet-Harbor-27')
})

test('Devices are signed out one by one, by a new password, and all at once', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const { username, email } = await newcomer('pam')
  const page = await (await openBrowser({ as: username, ownSession: true })).newPage()
  const openElsewhere = async () => {
    const elsewhere = await (await openBrowser({ as: username, ownSession: true })).newPage()
    const connected = elsewhere.waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/live/'))
    await elsewhere.goto('/home')
    await expect(greeting(elsewhere)).toBeVisible()
    await connected
    return elsewhere
  }
  const others = [await openElsewhere(), await openElsewhere()]
  await page.goto('/profile')
  const devices = page.getByRole('region', { name: 'Sessions and devices' })
  // The person's first session, made without a browser, is one of them.
  await expect(devices.getByRole('listitem')).toHaveCount(4)
  await devices
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(3)

  await edit(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill('Quiet-Harbor-27')
  await page.getByLabel('Confirm new password').fill('Quiet-Harbor-27')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Current password is incorrect')).toBeVisible()
  await look(page, 'profile-edit', ...WIDTHS)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  await mailTo(email, 'Your password was changed')
  for (const other of others) await expect(other.getByText('Your session has ended')).toBeVisible()

  const [again] = others
  if (!again) throw new Error('nobody is elsewhere')
  await again.goto('/home')
  await expect(again).toHaveURL(/\/signin/)
  await fillSignIn(again, username, 'Quiet-Harbor-27')
  await expect(greeting(again)).toBeVisible()
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(again.getByText('Your session has ended')).toBeVisible()
})

test('An account is deleted, and kept after all', async ({ openBrowser, faults }) => {
  const { username, email } = await newcomer('ugo')
  const page = await (await openBrowser({ as: username, ownSession: true })).newPage()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expect(dialog).toContainText('30 days')
  await look(page, 'profile-delete')
  faults.expect(FAILED_CALL)
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const banner = page.getByRole('status').filter({ hasText: /^Your account will be deleted on / })
  await expect(banner).toBeVisible()
  await mailTo(email, 'Your account will be deleted')
  await look(page, 'profile-deleting', 1024)
  await page.goto('/home')
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await expect(toast(page, 'Your account won’t be deleted')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await mailTo(email, 'Your account won’t be deleted')
})

test('The last owner cannot leave; a member can', async ({ openBrowser, faults }) => {
  const host = await founder('hugo', { name: 'Two Piers' })
  const guest = await newcomer('gil')
  await bringIn(host, guest, 'member')
  const page = await (await openBrowser({ as: host.username, ownSession: true })).newPage()
  await page.goto('/profile')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await look(page, 'profile', ...WIDTHS)
  faults.expect(FAILED_CALL)
  await page.getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click()
  await expect(toast(page, 'You’re the last owner. Make someone else an owner first.')).toBeVisible()

  const other = await (await openBrowser({ as: guest.username, ownSession: true })).newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Leave organization' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click()
  await expect(other).toHaveURL('/home')
  await expect(other.getByRole('button', { name: /workspace menu$/ })).not.toContainText('Two Piers')
})

test('Google is connected, signs in, and is disconnected', async ({ openBrowser, page, faults }) => {
  faults.expect(FAILED_CALL)
  const { username, email } = await newcomer('gil')
  const google = freshAddress('gil.elsewhere')
  const own = await (await openBrowser({ as: username, ownSession: true })).newPage()
  await own.goto('/profile')
  await own.getByRole('button', { name: 'Connect', exact: true }).click()
  await look(own, 'profile-google')
  await chooseAccount(own, google, 'Gil')
  await confirmByPassword(own)
  await expect(toast(own, 'Google is connected')).toBeVisible()
  await mailTo(email, 'Google was connected to your account')

  await page.goto('/signin')
  await chooseAccount(page, google, 'Gil')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('button', { name: new RegExp(`${username}.*account menu$`) })).toBeVisible()

  await own.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toast(own, 'Google is disconnected')).toBeVisible()
  await expect(own.getByText('Not connected.')).toBeVisible()
})
