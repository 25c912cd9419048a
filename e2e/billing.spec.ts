import type { Page } from '@playwright/test'
import { getMe } from '@throughline/contracts/auth'
import { getSubscription, setBillingDetails } from '@throughline/contracts/billing'
import { updateProfile } from '@throughline/contracts/profile'
import { answerBank, buy, CARDS, closeWindow, payInWindow, plansOnSale, renewNow, useUp } from './support/billing.ts'
import { PURCHASE, withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { freshAddress, mailTo } from './support/mail.ts'
import { bringIn, founder, newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import { holdOver, tray, trayRow } from './support/uploads.ts'

const details = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Subscription Details' }) })
const card = (page: Page, plan: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })

test('A plan is bought by card, by keyboard alone: declined, closed, then paid, with its receipt', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  await plansOnSale()
  const host = await founder('pia', { name: 'Larch & Pine' })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/home')
  await page.getByRole('link', { name: 'Pricing' }).press('Enter')
  await page.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Business')).toContainText('$1,790')
  await look(page, 'plans', 360, 1024, 1440, 1920)
  await card(page, 'Business').getByRole('link', { name: 'Upgrade' }).press('Enter')
  const order = page.getByRole('region', { name: 'Complete Your Upgrade' })
  await expect(order).toContainText('Due now')
  const pay = order.getByRole('button', { name: 'Pay Now' })
  await pay.press('Enter')
  await payInWindow(page, CARDS.declined)
  await closeWindow(page)
  await expect(order).toContainText('Insufficient funds. Nothing was charged.')
  await look(page, 'subscription-upgrade', 360, 1440)
  await pay.press('Enter')
  await payInWindow(page, CARDS.paid)
  await expect(page.getByText(/^Payment successful! Your subscription to Business is now active until /)).toBeVisible()
  await expect(details(page)).toContainText('Business, yearly')
  await expect(page.getByRole('link', { name: /^Download TL-/ }).first()).toBeVisible()
  await look(page, 'subscription', 360, 1440)
})

test('An upgrade costs the days left, and one that the bank confirms late settles by itself', async ({
  openBrowser,
}) => {
  const plans = await plansOnSale()
  const host = await founder('ugo', { name: 'Birch Works' })
  await buy(host, plans, 'Team US yearly')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/subscription/plans')
  await card(page, 'Business').getByRole('link', { name: 'Upgrade' }).click()
  const order = page.getByRole('region', { name: 'Complete Your Upgrade' })
  await expect(order).toContainText('Less Team')
  await order.getByRole('button', { name: 'Pay Now' }).click()
  await payInWindow(page, CARDS.paidLate)
  await expect(page.getByText('Confirming your payment')).toBeVisible()
  await expect(page.getByText(/^Payment successful! Your subscription to Business is now active until /)).toBeVisible()
})

test('In India prices are rupees with GST in two halves; the bank asks, and the tab may be closed', async ({
  openBrowser,
}) => {
  await plansOnSale()
  const host = await founder('asha', { name: 'Juniper Clinics' })
  const body = { company: 'Juniper Clinics', address: 'Bengaluru', country: 'IN', region: '29', tax_number: null }
  await host.call(setBillingDetails, { body: { ...body, receipts_email: '' } })
  const browser = await openBrowser({ as: host.username })
  const page = await browser.newPage()
  await page.goto('/subscription/plans?period=yearly')
  await expect(card(page, 'Business')).toContainText('₹89,990')
  await look(page, 'plans-india', 360, 1440)
  await card(page, 'Business').getByRole('link', { name: 'Upgrade' }).click()
  const order = page.getByRole('region', { name: 'Complete Your Upgrade' })
  for (const line of ['CGST 9%', 'SGST 9%', '₹1,06,188.20']) await expect(order).toContainText(line)
  const pay = order.getByRole('button', { name: 'Pay Now' })
  await pay.click()
  await payInWindow(page, CARDS.asksBank)
  await answerBank(page, 'Decline')
  await closeWindow(page)
  await expect(order).toContainText('Nothing was charged.')
  await pay.click()
  await payInWindow(page, CARDS.asksBank)
  const taken = page.waitForResponse('**/v1/checkout/pay')
  await answerBank(page, 'Approve')
  await taken
  await page.close()
  const later = await browser.newPage()
  await later.goto('/subscription/update')
  await expect(details(later)).toContainText('Business, yearly')
  await expect(later.getByRole('link', { name: /^Download TLI-/ }).first()).toBeVisible()
  await look(later, 'subscription-india', 360, 1440)
})

test('A subscription is canceled and renewed, a smaller plan waits for the end, and what has ended is reactivated', async ({
  openBrowser,
}) => {
  const plans = await plansOnSale()
  const host = await founder('nils', { name: 'Alder Co' })
  await buy(host, plans, 'Business US yearly')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/subscription/update')
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    await page.getByRole('button', { name: 'Cancel Business' }).click()
  }
  await cancel()
  await expect(
    page.getByText(
      'Your subscription has been canceled. You will still have access until the end of your billing period.',
    ),
  ).toBeVisible()
  await expect(details(page)).toContainText('You won’t be charged again.')
  await page.getByRole('button', { name: 'Renew Subscription' }).click()
  await expect(
    page.getByText(
      'Your subscription has been reactivated. Your plan will automatically renew at the end of your billing period.',
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('button', { name: 'Switch to Team' }).click()
  await expect(page.getByRole('button', { name: 'Switch to Team' })).toBeDisabled()
  await page.goto('/subscription/update')
  await expect(details(page)).toContainText('Team begins then.')
  await page.getByRole('button', { name: 'Keep Business' }).click()
  await expect(page.getByText('You’ll keep Business')).toBeVisible()
  await cancel()
  await expect(details(page)).toContainText('You won’t be charged again.')
  await renewNow(host.username, 0)
  await mailTo(host.email, 'Your subscription to Business has ended')
  await page.reload()
  await page.getByRole('button', { name: 'Reactivate Subscription' }).click()
  await page.getByRole('region', { name: 'Complete Your Upgrade' }).getByRole('button', { name: 'Pay Now' }).click()
  await payInWindow(page, CARDS.paid)
  await expect(page.getByText(/^Payment successful! Your subscription to Business/)).toBeVisible()
})

test('A script that is blocked, a window that is closed, and two tabs that pay at once: charged once', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  await plansOnSale()
  const host = await founder('otis', { name: 'Sorrel Press' })
  const browser = await openBrowser({ as: host.username })
  const page = await browser.newPage()
  const order = (tab: Page) => tab.getByRole('region', { name: 'Complete Your Upgrade' })
  const payNow = (tab: Page) => order(tab).getByRole('button', { name: 'Pay Now' }).click()
  await page.route('**/checkout.js', (route) => route.abort())
  await page.goto('/subscription/plans')
  await card(page, 'Team').getByRole('link', { name: 'Upgrade' }).click()
  await payNow(page)
  await expect(order(page)).toContainText('wasn’t loaded. Refresh the page and try again.')
  await page.unroute('**/checkout.js')
  await page.reload()
  await payNow(page)
  await closeWindow(page)
  await expect(order(page)).toContainText('Nothing was charged.')
  const other = await browser.newPage()
  await other.goto(page.url())
  await payNow(page)
  await payNow(other)
  await payInWindow(page, CARDS.paidLate)
  await payInWindow(other, CARDS.paid)
  await expect(other.getByText(/^Payment successful!/)).toBeVisible()
  await expect(page.getByText('This was already paid for')).toBeVisible()
  const paid = other.getByRole('table', { name: 'Billing History' }).getByRole('row', { name: /Team/ })
  await expect(paid).toHaveCount(2)
  await expect(paid.filter({ hasText: /Refunded/ })).toHaveCount(1)
  await expect(paid.filter({ hasText: /Paid/ }).getByRole('link', { name: /^Download TL-/ })).toHaveCount(1)
})

test('A declined renewal says when it is tried again, and a replaced card pays it by itself', async ({
  openBrowser,
}) => {
  const plans = await plansOnSale()
  const host = await founder('rhea', { name: 'Willow Yard' })
  await buy(host, plans, 'Team US monthly', CARDS.renewalsRefused)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await renewNow(host.username, 0)
  await mailTo(host.email, 'Your payment of $59.00 didn’t go through')
  await page.goto('/subscription/update')
  await expect(page.getByRole('heading', { name: 'Your monthly payment of $59.00 didn’t go through' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')).toContainText([
    'Declined',
    'Next attempt',
    'Later attempt',
    'Last attempt, then read-only',
  ])
  await look(page, 'subscription-due', 360, 1440)
  await renewNow(host.username, 1)
  const banner = page.getByRole('status').filter({ hasText: 'Your payment of $59.00 didn’t go through' })
  await page.goto('/home')
  await expect(async () => {
    await page.reload()
    await expect(banner).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await banner.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Replace' }).click()
  await payInWindow(page, CARDS.paid)
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await renewNow(host.username, 2)
  await expect(page.getByText('didn’t go through')).toHaveCount(0)
  await expect(details(page)).toContainText('We’ll charge $59.00 to the card ending in 4242')
})

test('At a limit nobody is led away: what is full is said, and room comes with a larger plan', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const plans = await plansOnSale()
  const host = await founder('lia', { name: 'Hazel Ltd' })
  await buy(host, plans, 'Solo US monthly')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const invite = async () => {
    await page.getByRole('button', { name: 'Add New Member' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Una Berg')
    await page.getByLabel('Email', { exact: true }).fill(`una-${crypto.randomUUID().slice(0, 6)}@hazel.example`)
    await page.keyboard.press('Enter')
  }
  await page.goto('/members')
  await expect(page.getByRole('status').filter({ hasText: 'All seats are taken' })).toBeVisible()
  await invite()
  await expect(page.getByText('Your plan’s only seat is taken.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/members/)
  const dialog = page.getByRole('dialog', { name: 'Add New Member' })
  await dialog.getByRole('radio', { name: 'Paste many' }).check()
  const people = ['Una Berg', 'Ole Dahl'].map((name) => `${name}, ${freshAddress('hazel')}`)
  await dialog.getByLabel('People').fill(people.join('\n'))
  await dialog.getByRole('button', { name: /^Send 2 invitations/ }).click()
  const waiting = page.getByRole('dialog', { name: '0 of 2 invited' })
  await expect(waiting).toContainText('Hazel Ltd’s only seat is taken.')
  await expect(waiting.getByRole('list', { name: 'Waiting for a seat' }).getByRole('listitem')).toHaveCount(2)
  await look(page, 'limit-seats', 360, 1440)
  await buy(host, plans, 'Team US monthly')
  await page.reload()
  await invite()
  await expect(page.getByText('Una Berg', { exact: true })).toBeVisible()
  await expect(page.getByText('All seats are taken')).toHaveCount(0)
})

test('Without runs left a start can wait for the next month, and with a larger plan the next one begins at once', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const plans = await plansOnSale()
  const host = await founder('ivo', { name: 'Aspen Group' })
  await buy(host, plans, 'Team US monthly')
  const { id } = await withWorkflow(host, PURCHASE)
  await useUp(host.username, 'runs')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/workflows/${id}/instances`)
  const panel = page.getByRole('complementary', { name: 'Add Instance' })
  const start = async (name: string) => {
    const add = page.getByRole('button', { name: /^Add Instance/ })
    await add.first().click()
    await panel.getByLabel('Name').fill(name)
    await panel.getByRole('button', { name: /^Start instance/ }).click()
  }
  await start('Standing desks')
  const later = panel.getByRole('button', { name: /^Start on / })
  await expect(later).toBeVisible()
  await expect(panel).toContainText('No runs left this month.')
  await look(page, 'limit-runs', 360, 1440)
  await later.click()
  const waiting = page.getByRole('list', { name: 'Waiting for runs' })
  await expect(waiting).toContainText('Standing desks')
  await look(page, 'limit-runs-waiting', 360, 1440)
  await buy(host, plans, 'Business US monthly')
  await page.reload()
  await start('Reading lamps')
  await expect(toast(page, 'PUR-1 started')).toBeVisible()
  await expect(waiting).toContainText('Standing desks')
  await expect(page.getByText('You’ve used all runs for this month')).toHaveCount(0)
})

test('A file that does not fit says so where it was dropped, and arrives with a larger plan', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const plans = await plansOnSale()
  const host = await founder('mika', { name: 'Linden House' })
  await buy(host, plans, 'Team US monthly')
  await useUp(host.username, 'storage')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const drop = async () => {
    await page.goto('/files', { waitUntil: 'networkidle' })
    const { letGo } = await holdOver(page.locator('#main'), [{ name: 'Receipt.txt', text: 'What was paid' }])
    await letGo()
  }
  await drop()
  await expect(trayRow(page, 'Receipt.txt')).toContainText('The workspace doesn’t have enough space for this file')
  await expect(page).toHaveURL(/\/files/)
  await look(page, 'limit-storage', 360, 1440)
  await buy(host, plans, 'Business US monthly')
  await drop()
  await expect(tray(page).getByRole('link', { name: /^Open Receipt/ })).toBeVisible({ timeout: 30_000 })
})

test('After the fourth declined payment a workspace can be read, and works again as soon as it is paid', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const plans = await plansOnSale()
  const host = await founder('tove', { name: 'Rowan Group' })
  await buy(host, plans, 'Team US monthly', CARDS.renewalsRefused)
  const guest = await newcomer('enzo')
  await bringIn(host, guest, 'member')
  await renewNow(host.username, 3)
  await mailTo(host.email, 'Rowan Group is read-only now')
  const member = await (await openBrowser({ as: guest.username })).newPage()
  await member.goto('/subscription/plans')
  await expect(member.getByText("You don't have permission to access this feature of the application.")).toBeVisible()
  await member.goto('/access/restricted')
  await expect(member.getByText('Your organization’s administrators')).toBeVisible()
  await look(member, 'restricted-lapsed', 360, 1440)
  // Reading changes nothing by itself, so that nothing is refused.
  await member.goto('/inbox')
  await expect(
    member.getByRole('region', { name: 'Notification', exact: true }).getByRole('heading').first(),
  ).toBeVisible()
  await member.waitForLoadState('networkidle')
  await expect(member).toHaveURL(/\/inbox/)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/subscription/plans')
  await expect(page.getByRole('alert').filter({ hasText: 'Rowan Group' })).toBeVisible()
  await look(page, 'plans-lapsed', 360, 1440)
  await page.getByRole('alert').getByRole('link', { name: 'Pay Now' }).click()
  await page.getByRole('region', { name: 'Complete Your Upgrade' }).getByRole('button', { name: 'Pay Now' }).click()
  await payInWindow(page, CARDS.paid)
  await expect(page.getByText(/^Payment successful! Your subscription to Team/)).toBeVisible()
  expect(await host.call(getSubscription)).toMatchObject({ plan: 'Team', status: 'Active' })
  const { id: userId } = await host.call(getMe)
  await host.call(updateProfile, { params: { userId }, body: { name: 'Tove Rowan' } })
})
