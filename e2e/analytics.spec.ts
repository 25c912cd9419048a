import type { Page } from '@playwright/test'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { FAILED_CALL } from './support/faults.ts'
import { countFigures } from './support/figures.ts'
import { makeFirm } from './support/firm.ts'
import { ownWeight } from './support/first-load.ts'
import { look } from './support/look.ts'
import { begin, completes } from './support/running.ts'
import { askToLogOut } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const OVERVIEW = /\/v1\/analytics\/overview\//
const ROUTE_BUDGET = 35_000
const COUNTED = { timeout: 60_000, intervals: [500] }

const healthRow = (page: Page) =>
  page.getByRole('table', { name: 'Workflow Health Overview' }).getByRole('row', { name: /^Client visit/ })
const list = (page: Page) => page.getByRole('complementary')

/** A firm with two client visits that are done, and one under way. */
async function visits() {
  const { host } = await makeFirm('Nora Quist', {})
  const workflow = await withWorkflow(host, visit)
  for (const title of ['Vale and sons', 'Harbor Books', 'Osprey Energy']) {
    const { id } = await begin(host, workflow, { title })
    if (title === 'Osprey Energy') continue
    await completes(host, id, 'Plan the visit', { reason: 'Yearly talk' })
    await completes(host, id, 'Pack the papers')
  }
  await countFigures(host.organization.id)
  return host
}

/** The page, once the two visits are in its figures. */
async function openCounted(page: Page) {
  await expect(async () => {
    await page.goto('/analytics')
    await expect(healthRow(page).getByRole('link', { name: /^2 completed/ })).toBeVisible({ timeout: 2_000 })
  }).toPass(COUNTED)
}

test('A figure opens what it counted, then the list with the same rows, and Back leads to the figures', async ({
  openBrowser,
}) => {
  const host = await visits()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openCounted(page)
  await look(page, 'analytics', 1024, 1920)
  await healthRow(page)
    .getByRole('link', { name: /^2 completed/ })
    .click()
  await expect(list(page).getByRole('heading', { name: 'Completed instances 2' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await look(page, 'analytics-list')
  await list(page).getByRole('link', { name: 'Open as list' }).click()
  await expect(page.getByText('From Analytics')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Osprey Energy' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await page.goBack()
  await page.goBack()
  await healthRow(page)
    .getByRole('link', { name: /^1 running/ })
    .click()
  await expect(list(page).getByRole('link', { name: 'Osprey Energy' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
})

test('Ranges are whole weeks that end today, and work of today alone has no period before to compare with', async ({
  openBrowser,
}) => {
  const host = await visits()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openCounted(page)
  const days = page.getByText(/^\w+ \d+ – /)
  await expect(days).toBeVisible()
  const month = await days.textContent()
  for (const range of ['Week', 'Quarter']) {
    await page.getByRole('radio', { name: range }).check()
    await expect(page).toHaveURL(new RegExp(`range=${range.toLowerCase()}`))
    await expect(days).not.toHaveText(month ?? '')
  }
  await page.getByRole('radio', { name: 'Month' }).check()
  await expect(days).toHaveText(month ?? '')
  // What is compared where there is one, the tests of the figures and of the page hold.
  await expect(page.getByText('no full period before it to compare with')).toBeVisible()
  await expect(page.getByText('compared with the previous 4 weeks')).toHaveCount(0)
  await expect(page.getByText(/[+−]\d+ points?/)).toHaveCount(0)
})

test('By keys alone: a figure, its list and back; a chart as a table; a link in each of its cells', async ({
  openBrowser,
}) => {
  const host = await visits()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openCounted(page)
  const running = healthRow(page).getByRole('link', { name: /^1 running/ })
  await running.focus()
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(running).toBeFocused()
  await expect(page.getByRole('link', { name: /^Client visit: 4 done/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show Workflow Performance as table' }).focus()
  await page.keyboard.press('Enter')
  const done = page.getByRole('table', { name: 'Workflow Performance' }).getByRole('link', { name: /^4 done/ })
  await done.focus()
  await look(page, 'analytics-table')
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('listitem')).toHaveCount(4)
})

test('A workflow’s page shows its few cases and its steps, and J and K walk through them', async ({ openBrowser }) => {
  const host = await visits()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openCounted(page)
  await healthRow(page).getByRole('link', { name: 'Client visit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Client visit ?, Analytics$/ })).toBeVisible()
  const cases = page.getByRole('table', { name: 'Completed cases' })
  await expect(cases.getByRole('link')).toHaveText(['Harbor Books', 'Vale and sons'])
  await look(page, 'analytics-workflow', 1024, 1920)
  await page.getByRole('button', { name: /^Step 1 of 2, Plan the visit/ }).click()
  await expect(list(page).getByRole('heading', { name: 'Plan the visit' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('heading', { name: 'Pack the papers' })).toBeVisible()
  await look(page, 'analytics-step')
  await list(page).getByRole('link', { name: '2 runs, open the list' }).click()
  await expect(list(page).getByRole('heading', { name: 'Runs 2' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
})

test('When figures fail: marked samples, later the last good ones with their time, and none after logging out', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const page = await (await openBrowser({ as: 'priya', ownSession: true })).newPage()
  await page.route(OVERVIEW, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/analytics')
  await expect(page.getByText('Failed to load analytics data. Using sample data instead.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await look(page, 'analytics-sample')
  await page.unroute(OVERVIEW)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByText('Sample data')).toHaveCount(0)
  await page.route(OVERVIEW, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText(/^Showing numbers from today at \d/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Overdue Items/ })).toBeVisible()
  await look(page, 'analytics-stale')
  await (await askToLogOut(page)).getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/signin/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tl.analytics')))).toEqual(
    [],
  )
})

test('The figures weigh little', async ({ openBrowser }) => {
  const context = await openBrowser({ as: 'priya' })
  // What the other areas bring as well is there before somebody looks at figures.
  const others = [
    ['/home', 'Overdue'],
    ['/all-instances', 'Instances'],
    ['/calendar', 'Today'],
  ] as const
  const { bytes, scripts } = await ownWeight(context, ['/analytics', 'Workflow Health Overview'], others)
  expect(bytes, scripts).toBeGreaterThan(0)
  expect(bytes, scripts).toBeLessThanOrEqual(ROUTE_BUDGET)
})
