import type { Page } from '@playwright/test'
import { subscribeEmail } from '@throughline/contracts/admin'
import { signup } from '@throughline/contracts/auth'
import { sendFeedback } from '@throughline/contracts/feedback'
import { caller } from './support/api.ts'
import { asSuperuser } from './support/database.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { newcomer } from './support/newcomer.ts'
import { origins, PASSWORD } from './support/settings.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { makeInternal, makeStaff, makeWaiting, openConsole } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { codeOf } from './support/totp.ts'

test.use({ baseURL: origins.admin })

async function find(page: Page, email: string) {
  await page.getByRole('searchbox', { name: 'Email or username' }).fill(email)
  await expect(page.getByRole('row')).toHaveCount(2)
}

const flag = (page: Page, name: string, email: string) => page.getByRole('checkbox', { name: `${name}: ${email}` })

test('Staff set up two factors before the administration opens, log out, and sign in with a code', async ({ page }) => {
  const { username } = await makeInternal('ines')
  await page.goto('/there/is/nothing/here')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'REGISTER' })).toHaveCount(0)
  await look(page, 'admin-signin', 1024, 1920)
  await fillSignIn(page, username)
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await look(page, 'admin-two-factors', 1024, 1920)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await page.locator('code').innerText()).match(/[A-Z2-7]{4}/g) ?? []).join('')
  await page.getByRole('textbox', { name: 'Code from the app' }).click()
  await page.keyboard.type(await codeOf(secret))
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pending User Approvals' })).toBeVisible()

  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to log out?')
  await dialog.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
  await fillSignIn(page, username)
  await page.getByRole('textbox', { name: 'Code from the app' }).click()
  // A code counts once, and that of the next step counts already.
  await page.keyboard.type(await codeOf(secret, 1))
  await expect(page.getByRole('heading', { level: 1, name: 'Pending User Approvals' })).toBeVisible()
})

test('A session of the application does not count here; people who are not staff are told so at every address', async ({
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
  await look(page, 'admin-denied', 1024, 1920)
})

test('A person who waits is approved by keyboard alone; their page opens by itself, and they get an email', async ({
  openBrowser,
}) => {
  const [staff, waiting] = await Promise.all([makeStaff('ida'), makeWaiting('lotte')])
  const theirs = await (await openBrowser({ as: waiting.username, ownSession: true })).newPage()
  await theirs.goto(`${origins.app}/home`)
  await expect(theirs.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()

  const page = await openConsole(openBrowser, staff)
  await page.getByRole('searchbox', { name: 'Email or username' }).focus()
  await page.keyboard.type(waiting.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await flag(page, 'Approved', waiting.email).focus()
  await page.keyboard.press('Space')
  await look(page, 'admin-approvals', 1024, 1920)
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'User updated successfully.')).toBeVisible()
  await expect(greeting(theirs)).toBeVisible({ timeout: 2_000 })
  await mailTo(waiting.email, 'Your Throughline account is approved')
})

test('Several are changed together; one that somebody else changed first says so and shows what they did', async ({
  openBrowser,
}) => {
  const [staff, one, two] = await Promise.all([makeStaff('ravi'), makeWaiting('bulkone'), makeWaiting('bulktwo')])
  const page = await openConsole(openBrowser, staff)
  for (const { email } of [one, two]) {
    await find(page, email)
    await flag(page, 'Approved', email).check()
  }
  await expect(page.getByText('2 users changed')).toBeVisible()
  await asSuperuser('update people set is_developer = true, version = version + 1 where username = $1', [two.username])
  await page.getByRole('button', { name: 'Update 2 users' }).click()
  const results = page.getByRole('dialog', { name: '1 of 2 users updated' })
  await expect(results.getByRole('listitem').filter({ hasText: two.email })).toContainText('Not done')
  await look(page, 'admin-bulk', 1024, 1920)
  await results.getByRole('button', { name: 'Done' }).click()
  await expect(flag(page, 'Developer', two.email)).toBeChecked()
  await expect(flag(page, 'Approved', two.email)).not.toBeChecked()

  await flag(page, 'Beta', two.email).check()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Changes to 1 user aren’t saved.')
  await look(page, 'admin-log-out', 1024, 1920)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('link', { name: /^Feedback/ }).click()
  await expect(question).toContainText('Changes to 1 user aren’t saved.')
  await look(page, 'admin-discard', 1024, 1920)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback & Queries' })).toBeVisible()
})

async function changeInternal(page: Page, email: string, secret: string, reason: string) {
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await find(page, email)
  await flag(page, 'Internal', email).check()
  await page.getByRole('button', { name: `Update 1 flag of ${email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('textbox', { name: 'Code from your authenticator app' }).click()
  await page.keyboard.type(await codeOf(secret))
}

test('Internal staff are made by two; the staff log says who, what and why', async ({ openBrowser }) => {
  const [first, second, target] = await Promise.all([makeStaff('jon'), makeStaff('tove'), newcomer('nadia')])
  const one = await openConsole(openBrowser, first)
  await changeInternal(one, target.email, first.secret, 'Joins support')
  await expect(toast(one, /takes effect once a second staff member/)).toBeVisible()
  await expect(flag(one, 'Internal', target.email)).not.toBeChecked()

  const two = await openConsole(openBrowser, second)
  await changeInternal(two, target.email, second.secret, 'Confirmed by phone')
  await expect(toast(two, 'User updated successfully.')).toBeVisible()
  await expect(flag(two, 'Internal', target.email)).toBeChecked()

  await two.getByRole('link', { name: 'Staff log' }).click()
  const row = two.getByRole('row').filter({ hasText: 'Confirmed by phone' })
  await expect(row).toContainText('confirmed: turned on Internal')
  await expect(two.getByRole('row').filter({ hasText: 'Joins support' })).toContainText('requested: turned on Internal')
  await two.getByRole('button', { name: 'Verify' }).click()
  // Of either verdict: a database of the same name that is gone may have left a signed head in the bucket.
  await expect(two.getByText(/^(All [\d,]+ rows are intact|The chain breaks at row)/)).toBeVisible()
  await look(two, 'admin-log', 1024, 1920)
})

test('An organization is opened in numbers, and feedback is resolved and reopened', async ({ openBrowser }) => {
  const [staff, member] = await Promise.all([makeStaff('oda'), newcomer('kari')])
  const feedback = `Norwegian letters came out wrong in the zip. ${member.username}`
  await member.call(sendFeedback, { body: { feedback_type: 'bug_report', rating: 2, feedback } })
  const page = await openConsole(openBrowser, staff, 'organizations')
  await page.getByRole('searchbox', { name: 'Organization name' }).fill('HARBOR')
  await look(page, 'admin-organizations', 1024, 1920)
  await page.getByRole('link', { name: 'Harbor & Vale' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor & Vale' })).toBeVisible()
  await expect(page.getByText('opened this page').first()).toBeVisible()
  await look(page, 'admin-organization', 1024, 1920)

  await page.getByRole('link', { name: /^Feedback/ }).click()
  const entry = page.getByRole('article').filter({ hasText: feedback })
  await expect(entry).toContainText('2/5')
  await entry.getByRole('button', { name: 'Resolve' }).click()
  await expect(entry.getByText('Resolved', { exact: true })).toBeVisible()
  await look(page, 'admin-feedback', 1024, 1920)
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Resolved' }).click()
  await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'Bug report' }).click()
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toHaveCount(0)
  await expect(entry.getByText('Resolved', { exact: true })).toBeVisible()
  await entry.getByRole('button', { name: 'Reopen' }).click()
  await expect(entry.getByRole('button', { name: 'Resolve' })).toBeVisible()
})

test('An address joins the waitlist, is invited, and signs up; another is removed and put back', async ({
  openBrowser,
  faults,
}) => {
  const email = freshAddress('joanna')
  const other = freshAddress('deniz')
  const landing = await (await openBrowser()).newPage()
  await landing.goto(`${origins.www}/home`)
  for (const each of [email, other]) {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: each }),
    }
    const call = { path: subscribeEmail.path, init }
    expect(await landing.evaluate(async ({ path, init }) => (await fetch(path, init)).status, call)).toBe(201)
  }
  const page = await openConsole(openBrowser, await makeStaff('wil'), 'subscriptions')
  const row = page.getByRole('row').filter({ hasText: email })
  await page.getByRole('button', { name: `Invite ${email}` }).click()
  await expect(toast(page, 'User invited successfully.')).toBeVisible()
  await expect(row).toContainText('Invited today')
  await look(page, 'admin-subscriptions', 1024, 1920)
  const link = linkIn(await mailTo(email, 'Your invitation to Throughline'))
  const username = `joanna-${crypto.randomUUID().slice(0, 6)}`
  await caller().call(signup, {
    body: {
      username,
      password: PASSWORD,
      verification_string: link.split('/').at(-1) ?? '',
      auth_type: 'custom_individual',
    },
  })
  await page.reload()
  await expect(row).toContainText('Joined today')

  await asSuperuser('update waitlist set bounced_at = now() where email = $1', [other])
  await page.reload()
  const bounced = page.getByRole('row').filter({ hasText: other })
  await expect(bounced).toContainText('Email bounced today')
  await bounced.getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Actions for selected addresses' })).toContainText('Invite 1')
  await look(page, 'admin-subscriptions-selected', 1024, 1920)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Remove ${other}` }).click()
  await expect(toast(page, 'Subscription removed successfully.')).toBeVisible()
  await expect(bounced).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bounced).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('email_subscriptions.csv')

  faults.expect(FAILED_CALL)
  await page.route('**/v1/auth/notify-subscription/', (route) => route.abort())
  await page.getByRole('button', { name: `Invite ${other}` }).click()
  await expect(toast(page, 'Failed to invite user. Please try again.')).toBeVisible()
})
