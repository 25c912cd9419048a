import type { Page } from '@playwright/test'
import { sendFeedback } from '@throughline/contracts/feedback'
import { asSuperuser } from './support/database.ts'
import { FAILED_CALL } from './support/faults.ts'
import { pressAt, tabTo, typeAt } from './support/keyboard.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { newcomer } from './support/newcomer.ts'
import { origins, PASSWORD } from './support/settings.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { makeStaff, makeWaiting, openConsole } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { codeOf } from './support/totp.ts'

test.use({ baseURL: origins.admin })

/** Either verdict: a database of the same name that is gone may have left a signed head in the bucket. */
const CHECKED = /^(All [\d,]+ rows are intact|The chain breaks at row)/

const flag = (page: Page, name: string, email: string) => page.getByRole('checkbox', { name: `${name}: ${email}` })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Email or username' })

/** By the keyboard, from wherever it is. */
async function tickApproved(page: Page, email: string) {
  await typeAt(page, search(page), email, 'Shift+Tab')
  await expect(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, flag(page, 'Approved', email))
  await page.keyboard.press('Space')
}

test('Staff who only have a keyboard approve one and several, resolve feedback and invite; the invited come in by their link', async ({
  openBrowser,
}) => {
  const [staff, one, two, three, member] = await Promise.all([
    makeStaff('kai'),
    makeWaiting('tabone'),
    makeWaiting('tabtwo'),
    makeWaiting('tabthree'),
    newcomer('tabber'),
  ])
  const feedback = `The date picker skips a day. ${member.username}`
  await member.call(sendFeedback, { body: { feedback_type: 'bug_report', rating: 2, feedback } })
  const email = freshAddress('invited')
  await asSuperuser(`insert into waitlist (email, type) values ($1, 'waitlist')`, [email])

  const page = await openConsole(openBrowser, staff)
  await tickApproved(page, one.email)
  await pressAt(page, page.getByRole('button', { name: `Update 1 flag of ${one.email}` }))
  await expect(toast(page, 'User updated successfully.')).toBeVisible()
  for (const each of [two, three]) await tickApproved(page, each.email)
  await pressAt(page, page.getByRole('button', { name: 'Update 2 users' }))
  await expect(toast(page, '2 users updated')).toBeVisible()

  await pressAt(page, page.getByRole('link', { name: /^Feedback/ }), 'Shift+Tab')
  const entry = page.getByRole('article').filter({ hasText: feedback })
  await pressAt(page, entry.getByRole('button', { name: 'Resolve' }))
  await expect(entry.getByText('Resolved', { exact: true })).toBeVisible()

  await pressAt(page, page.getByRole('link', { name: /^Email Subscriptions/ }), 'Shift+Tab')
  await pressAt(page, page.getByRole('button', { name: `Invite ${email}` }))
  await expect(toast(page, 'User invited successfully.')).toBeVisible()

  const theirs = await (await openBrowser()).newPage()
  await theirs.goto(linkIn(await mailTo(email, 'Your invitation to Throughline')))
  const username = `invited-${crypto.randomUUID().slice(0, 6)}`
  await theirs.getByLabel('Your name').fill('Ines Vidal')
  await theirs.getByLabel('Username').fill(username)
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'REGISTER' }).click()
  await expect(theirs).toHaveURL(`${origins.app}/signin`)
  await fillSignIn(theirs, username)
  await expect(greeting(theirs)).toBeVisible()
})

test('Staff who only have a keyboard open an organization and come back, ask for a second person, read why one of several was not changed, check the log, take a removal back, export, and log out', async ({
  openBrowser,
}) => {
  const [staff, target, one, two] = await Promise.all([
    makeStaff('ren'),
    newcomer('tabnadia'),
    makeWaiting('tabfour'),
    makeWaiting('tabfive'),
  ])
  const email = freshAddress('removed')
  await asSuperuser(`insert into waitlist (email, type) values ($1, 'waitlist')`, [email])

  const page = await openConsole(openBrowser, staff, 'organizations')
  await typeAt(page, page.getByRole('searchbox', { name: 'Organization name' }), 'harbor')
  await pressAt(page, page.getByRole('link', { name: 'Harbor & Vale' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor & Vale' })).toBeVisible()
  await pressAt(page, page.getByRole('main').getByRole('link', { name: 'Organizations' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()

  await pressAt(page, page.getByRole('link', { name: /^Pending User Approvals/ }), 'Shift+Tab')
  await pressAt(page, page.getByRole('button', { name: 'All', exact: true }))
  await typeAt(page, search(page), target.email, 'Shift+Tab')
  await expect(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, flag(page, 'Internal', target.email))
  await page.keyboard.press('Space')
  await pressAt(page, page.getByRole('button', { name: `Update 1 flag of ${target.email}` }))
  const question = page.getByRole('dialog')
  await typeAt(page, question.getByLabel('Reason'), 'Joins support')
  await tabTo(page, question.getByRole('textbox', { name: 'Code from your authenticator app' }))
  await page.keyboard.type(await codeOf(staff.secret))
  await expect(toast(page, /takes effect once a second staff member/)).toBeVisible()

  for (const each of [one, two]) await tickApproved(page, each.email)
  await asSuperuser('update people set is_beta = true, version = version + 1 where username = $1', [two.username])
  await pressAt(page, page.getByRole('button', { name: 'Update 2 users' }))
  const results = page.getByRole('dialog', { name: '1 of 2 users updated' })
  await pressAt(page, results.getByRole('button', { name: 'Done' }))
  await expect(results).toHaveCount(0)

  await pressAt(page, page.getByRole('link', { name: 'Staff log' }), 'Shift+Tab')
  await pressAt(page, page.getByRole('button', { name: 'Verify' }))
  await expect(page.getByText(CHECKED)).toBeVisible()

  await pressAt(page, page.getByRole('link', { name: /^Email Subscriptions/ }), 'Shift+Tab')
  const row = page.getByRole('row').filter({ hasText: email })
  await pressAt(page, page.getByRole('button', { name: `Remove ${email}` }))
  await expect(row).toHaveCount(0)
  // To the messages, from wherever it is.
  await page.keyboard.press('F6')
  await pressAt(page, page.getByRole('button', { name: 'Undo' }))
  await expect(row).toHaveCount(1)
  const download = page.waitForEvent('download')
  await pressAt(page, page.getByRole('button', { name: 'Export CSV' }))
  expect((await download).suggestedFilename()).toBe('email_subscriptions.csv')

  await pressAt(page, page.getByRole('button', { name: 'Log Out' }), 'Shift+Tab')
  await pressAt(page, page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }))
  await expect(page).toHaveURL(`${origins.admin}/signin`)
})

test('An empty list, one that failed, the question for a reason, and help can be read by everybody', async ({
  openBrowser,
  faults,
}) => {
  const [staff, target] = await Promise.all([makeStaff('noa'), newcomer('reasoned')])
  const page = await openConsole(openBrowser, staff)
  await search(page).fill('nobody-is-called-so')
  await expect(page.getByText('No users found')).toBeVisible()
  await look(page, 'admin-empty', 1024, 1920)

  await search(page).fill('')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await search(page).fill(target.email)
  await flag(page, 'Internal', target.email).check()
  await page.getByRole('button', { name: `Update 1 flag of ${target.email}` }).click()
  await expect(page.getByRole('dialog')).toContainText('If there is another staff member')
  await look(page, 'admin-reason', 1024, 1920)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'Help for staff' })).toBeVisible()
  await look(page, 'admin-help', 1024, 1920)
  await page.keyboard.press('Escape')

  await flag(page, 'Internal', target.email).uncheck()
  faults.expect(FAILED_CALL)
  await page.route('**/v1/users/feedback/**', (route) => route.abort())
  await page.getByRole('link', { name: /^Feedback/ }).click()
  await expect(page.getByText('Failed to load feedback')).toBeVisible({ timeout: 15_000 })
  await look(page, 'admin-failed', 1024, 1920)

  await page.getByRole('link', { name: /^Organizations/ }).click()
  const organization = page.getByRole('searchbox', { name: 'Organization name' })
  await organization.fill('nobody-is-called-so')
  await expect(page.getByText('No organizations found')).toBeVisible()
  await look(page, 'admin-organizations-empty', 1024, 1920)
  await page.route('**/v1/org/org-control/**', (route) => route.abort())
  await organization.fill('neither-is-this')
  await expect(page.getByText('Failed to load organizations')).toBeVisible({ timeout: 15_000 })
  await look(page, 'admin-organizations-failed', 1024, 1920)

  // All journeys share the waitlist: one without anybody is answered here.
  await page.route('**/v1/auth/subscribe-email/**', (route) => route.fulfill({ json: [] }))
  await page.getByRole('link', { name: /^Email Subscriptions/ }).click()
  await expect(page.getByText('No email subscriptions')).toBeVisible()
  await look(page, 'admin-subscriptions-empty', 1024, 1920)
  await page.route('**/v1/auth/subscribe-email/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Failed to load email subscriptions')).toBeVisible({ timeout: 15_000 })
  await look(page, 'admin-subscriptions-failed', 1024, 1920)
})
