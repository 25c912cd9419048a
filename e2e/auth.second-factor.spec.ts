import type { Page } from '@playwright/test'
import { changeAccessRules } from '@throughline/contracts/org'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { mailTo } from './support/mail.ts'
import { bringIn, founder, newcomer } from './support/newcomer.ts'
import { PASSWORD } from './support/settings.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import { codeOf, turnOnTwoFactors, wrongCodeFor } from './support/totp.ts'

const WIDTHS = [1024, 1440, 1920, 360]

const cells = (page: Page) => page.getByRole('textbox', { name: 'Code from the app' })

async function toSecondStep(page: Page, username: string) {
  await page.goto('/signin')
  await fillSignIn(page, username)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

/** Typed as a person does; the sixth digit sends it. */
async function typeCode(page: Page, code: string) {
  await cells(page).click()
  await page.keyboard.type(code)
}

test('Two factors are turned on in the profile, and asked for from then on', async ({ openBrowser, faults }) => {
  const { username, email } = await newcomer('tess')
  const page = await (await openBrowser({ as: username, ownSession: true })).newPage()
  await page.goto('/profile')
  await expect(page.getByText('Off. A stolen password is enough to sign in.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  faults.expect(FAILED_CALL)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await look(page, 'profile-2fa', ...WIDTHS)
  const secret = ((await dialog.locator('code').innerText()).match(/[A-Z2-7]{4}/g) ?? []).join('')
  await typeCode(page, await wrongCodeFor(secret))
  await expect(dialog.getByText(/This code isn’t correct/)).toBeVisible()
  await expect(cells(page)).toBeFocused()
  await page.keyboard.type(await codeOf(secret, -1))
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('throughline-recovery-codes.txt')
  await look(page, 'profile-2fa-codes')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/10 of 10 recovery codes left/)).toBeVisible()
  await mailTo(email, 'Two-factor sign-in is on')

  const other = await (await openBrowser()).newPage()
  await toSecondStep(other, username)
  await look(other, 'signin-code', ...WIDTHS)
  await typeCode(other, await wrongCodeFor(secret))
  await expect(other.getByText(/This code isn’t correct/)).toBeVisible()
  await look(other, 'signin-code-wrong')
  await other.keyboard.type(await codeOf(secret))
  await expect(greeting(other)).toBeVisible()

  const third = await (await openBrowser()).newPage()
  await toSecondStep(third, username)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await third.getByLabel('Recovery code').fill(recovery)
  await look(third, 'signin-recovery', 360)
  await third.getByRole('button', { name: 'Continue' }).click()
  await expect(greeting(third)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/9 of 10 recovery codes left/)).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await typeCode(page, await codeOf(secret, 1))
  await expect(toast(page, 'Two-factor sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('An organisation that requires two factors lets nobody in without', async ({ openBrowser }) => {
  const host = await founder('rita', { name: 'Sealed Harbor' })
  const guest = await newcomer('gus')
  await bringIn(host, guest, 'member')
  const page = await (await openBrowser({ as: guest.username, ownSession: true })).newPage()
  await page.goto('/home')
  await expect(greeting(page)).toBeVisible()
  // What the page still asks for would be refused once the rule is there.
  await page.goto('about:blank')
  await turnOnTwoFactors(host)
  await host.call(changeAccessRules, {
    params: { orgId: host.organization.id },
    body: { require_two_factors: true },
  })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
  await expect(page.getByText('Sealed Harbor', { exact: true })).toBeVisible()
  await look(page, 'two-factors-required', ...WIDTHS)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await look(page, 'two-factors-required-scan', 360)
  const secret = ((await page.locator('code').innerText()).match(/[A-Z2-7]{4}/g) ?? []).join('')
  await typeCode(page, await codeOf(secret))
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})
