import type { Page } from '@playwright/test'
import { FAILED_CALL } from './support/faults.ts'
import { newcomer } from './support/newcomer.ts'
import { PASSWORD } from './support/settings.ts'
import { expect, test } from './support/test.ts'
import { escapedTexts, speakPseudo } from './support/texts.ts'
import { turnOnTwoFactors } from './support/totp.ts'

/** Where each page is, and what stands there once it has all it asked for. */
const PAGES: [path: string, shown: string][] = [
  ['/home', '⟦Good'],
  ['/all-tasks', 'Brightline Freight, customs'],
  ['/all-tasks?view=board', 'INV-3-2'],
  ['/all-instances', 'Castell Holdings BV'],
  ['/workflows', 'Monthly Close'],
  ['/workflow-templates', 'Expense claim'],
  ['/workflow-builder/new', '⟦No steps defined⟧'],
  ['/files?view=timeline', '.pdf'],
  ['/files?view=status', '.pdf'],
  ['/files?view=map', '⟦Process map⟧'],
  ['/files?view=list', '.pdf'],
  ['/members', 'Finance Operations'],
  ['/members/roles', '⟦Built-in roles, read-only⟧'],
  ['/teams', 'Identity checks, audits and evidence.'],
  ['/teams?view=list', 'Identity checks, audits and evidence.'],
  ['/feedback', '⟦Tell us how it’s going⟧'],
  ['/help#inbox', '⟦Snooze and archive⟧'],
  ['/analytics', '⟦Workflow Health Overview⟧'],
  ['/access/restricted', '⟦Access restricted⟧'],
]

const none = async (page: Page, where: string) => expect(await escapedTexts(page), where).toEqual([])

/** Without a load: the page in sight gives way to the next. */
async function goTo(page: Page, path: string, shown: string) {
  await page.evaluate((wanted) => history.pushState(null, '', wanted), path)
  await expect(page.getByRole('main'), path).toContainText(shown)
}

async function editProfile(page: Page) {
  await goTo(page, '/profile', '⟦This device⟧')
  await none(page, '/profile')
  await page.getByRole('button', { name: '⟦Edit⟧' }).click()
  await page.getByRole('button', { name: '⟦Change Password⟧' }).click()
  await page.getByRole('button', { name: '⟦Change Email⟧' }).click()
  await none(page, '/profile while it is edited')
}

test('In the pseudo-language no text escapes inside the workspace', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'helena' })).newPage()
  await speakPseudo(page)
  await page.goto('/home')
  for (const [path, shown] of PAGES) {
    await goTo(page, path, shown)
    await none(page, path)
  }
  for (const open of [
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('?'),
    () => page.getByRole('button', { name: /account menu/ }).click(),
    () => page.getByRole('button', { name: '⟦New⟧' }).click(),
    () => page.getByRole('button', { name: '⟦Theme⟧' }).click(),
  ]) {
    await open()
    const popup = page.locator('[role="dialog"], [role="menu"]')
    await expect(popup).toBeVisible()
    await none(page, String(open))
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  }
  await goTo(page, '/org-profile/audit', '⟦Verify⟧')
  await page
    .getByRole('button', { name: /⟦Details of row/ })
    .first()
    .click()
  await page.getByRole('button', { name: '⟦Verify⟧' }).click()
  await expect(page.getByText(/rows are intact⟧/)).toBeVisible()
  await none(page, '/org-profile/audit')
  await goTo(page, '/org-profile', 'Harbor & Vale')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await none(page, '/org-profile')
  await page.getByRole('button', { name: '⟦Edit⟧' }).click()
  await expect(page.getByRole('button', { name: /Save/ })).toBeVisible()
  await none(page, '/org-profile while it is edited')
})

test('In the pseudo-language no text escapes before the workspace, nor on the profile of whoever has no organisation', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const person = await newcomer('puck')
  const own = await (await openBrowser({ as: person.username })).newPage()
  await speakPseudo(own)
  await own.goto('/home')
  await editProfile(own)
  await turnOnTwoFactors(person)

  const page = await (await openBrowser()).newPage()
  await speakPseudo(page)
  for (const path of ['/register', '/forgot-password', '/reset-password/none', '/verify/none', '/signin']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('⟧')
    await none(page, path)
  }
  await page.getByLabel('⟦Username⟧').fill(person.username)
  await page.getByLabel('⟦Password⟧', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '⟦LOGIN⟧' }).click()
  await expect(page.getByRole('heading', { name: '⟦Enter your code⟧' })).toBeVisible()
  await none(page, 'the second step')
})
