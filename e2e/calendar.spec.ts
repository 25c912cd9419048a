import type { Page } from '@playwright/test'
import { editInstance } from '@throughline/contracts/instance-acts'
import { editTask } from '@throughline/contracts/task-acts'
import { getTask } from '@throughline/contracts/tasks'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { FAILED_CALL } from './support/faults.ts'
import { makeFirm } from './support/firm.ts'
import { ownWeight } from './support/first-load.ts'
import { tabTo } from './support/keyboard.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { begin, instanceNow, openTask } from './support/running.ts'
import { withSchedule } from './support/starts.ts'
import { expect, test } from './support/test.ts'

const DAY = 86_400_000
const MONDAY = 1
const ROUTE_BUDGET = 30_000
/** A Tuesday, so that the days beside it are in the same week. */
const tuesday = () => {
  const today = new Date()
  const ahead = ((MONDAY + 1 - today.getUTCDay() + 7) % 7) + 7
  return new Date(today.getTime() + ahead * DAY).toISOString().slice(0, 10)
}
const next = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
const wire = (day: string) => `${day}T23:59:59Z`
/** With a time of day, which every move keeps. */
const timed = (day: string) => `${day}T15:30:00.000Z`
const cell = (page: Page, day: string) => page.locator(`td[data-day="${day}"]`)
const item = (page: Page, day: string, title: string) => cell(page, day).getByRole('button', { name: title })

/** An instance and its first task, both due on a Tuesday, the task at half past three. */
async function dueWork() {
  const { host, staff } = await makeFirm('Nora Quist', { ada: 'Ada Obi' })
  const workflow = await withWorkflow(host, visit)
  const { id } = await begin(host, workflow, { title: 'Vale and sons' })
  const day = tuesday()
  const task = await openTask(host, id, (await instanceNow(host, id)).current_step)
  await host.call(editTask, { params: { taskId: task.id }, body: { due_date: timed(day), version: task.version } })
  const { version } = await instanceNow(host, id)
  await host.call(editInstance, { params: { instanceId: id }, body: { due_date: wire(day), version } })
  const dueOf = async () => (await host.call(getTask, { params: { taskId: task.id } })).data.due_date
  return { host, staff, workflow, id, task, day, dueOf }
}

test('What is due is dragged to another day, and back with Undo', async ({ openBrowser }) => {
  const { host, task, day, dueOf } = await dueWork()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/calendar?day=${day}`)
  await item(page, day, task.name).dragTo(cell(page, next(day, 2)))
  await expect(item(page, next(day, 2), task.name)).toBeVisible()
  await expect.poll(dueOf).toBe(timed(next(day, 2)))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, day, task.name)).toBeVisible()
  await expect.poll(dueOf).toBe(timed(day))
  await look(page, 'calendar-month', 1024, 1920)
})

test('By keys alone: from day to day, into its items, moved by a day, opened, and on to its page', async ({
  openBrowser,
}) => {
  const { host, id, task, day, dueOf } = await dueWork()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/calendar?day=${next(day, -1)}`)
  await cell(page, next(day, -1)).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, day)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item(page, day, task.name)).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(item(page, next(day, 1), task.name)).toBeVisible()
  await expect.poll(dueOf).toBe(timed(next(day, 1)))
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/view=week/)
  await look(page, 'calendar-week', 1024, 1920)
  await item(page, day, 'Vale and sons').focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('dialog', { name: 'Vale and sons' })
  await expect(detail.getByRole('link', { name: 'View Full Details' })).toBeFocused()
  await look(page, 'calendar-detail')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/instances/${id}`))
})

test('Two people: what one moves the other sees, and the slower one is told who was faster', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const { host, staff, task, day, dueOf } = await dueWork()
  const hers = await (await openBrowser({ as: staff.ada.username })).newPage()
  await hers.goto(`/calendar?day=${day}`)
  await expect(item(hers, day, task.name)).toBeVisible()
  // Her page knows nothing of it until she has moved it.
  await hers.route(/\/v1\/calendar\//, (route) => route.abort())
  // Another one is told.
  const watching = await (await openBrowser({ as: host.username })).newPage()
  await watching.goto(`/calendar?day=${day}`)
  await expect(item(watching, day, task.name)).toBeVisible()
  const { version } = (await host.call(getTask, { params: { taskId: task.id } })).data
  const body = { due_date: timed(next(day, 3)), version }
  await host.call(editTask, { params: { taskId: task.id }, body })
  await expect(item(watching, next(day, 3), task.name)).toBeVisible()
  await expect(item(watching, day, task.name)).toHaveCount(0)
  await item(hers, day, task.name).focus()
  await hers.keyboard.press('Shift+ArrowRight')
  await expect(hers.getByText('The due date wasn’t changed')).toBeVisible()
  expect(await dueOf()).toBe(timed(next(day, 3)))
  await hers.unroute(/\/v1\/calendar\//)
  await hers.reload()
  await expect(item(hers, next(day, 3), task.name)).toBeVisible()
})

test('A schedule is listed with the moment of its next run, and leads to its own page', async ({ openBrowser }) => {
  const host = await founder('nora', { name: 'Cedar Partners' })
  const rule = { kind: 'day' as const, every: 1, from: '2026-01-01', times: ['08:00'] }
  const spec = { name: 'Standing payments', rule, time_zone: 'UTC', day_off: 'run' as const }
  await withSchedule(host, await withWorkflow(host, visit), spec)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/calendar')
  const filters = page.getByRole('complementary', { name: 'Filters and deadlines' })
  const listed = filters.getByRole('link', { name: /^Standing payments/ })
  await expect(listed).toHaveText(/[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}.*, \d{1,2}:\d{2} [AP]M$/)
  await tabTo(page, listed)
  await page.keyboard.press('Enter')
  const schedule = page.getByRole('complementary', { name: 'Standing payments' })
  await expect(schedule.getByText('exactly as scheduled')).toBeVisible()
})

test('In Auckland, Honolulu, and Kolkata the same day has the same work', async ({ openBrowser }) => {
  const { host, task, day } = await dueWork()
  for (const timezoneId of ['Pacific/Auckland', 'Pacific/Honolulu', 'Asia/Kolkata']) {
    const page = await (await openBrowser({ as: host.username, timezoneId })).newPage()
    await page.goto(`/calendar?day=${day}`)
    await expect(item(page, day, task.name)).toContainText('3:30 PM')
    await expect(item(page, day, 'Vale and sons')).toBeVisible()
    await expect(page.locator('td[data-day]').getByRole('button', { name: task.name })).toHaveCount(1)
  }
})

test('On a phone the agenda shows the week, and the date moves from the detail', async ({ openBrowser }) => {
  const { host, task, day, dueOf } = await dueWork()
  const page = await (await openBrowser({ as: host.username, viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`/calendar?day=${day}`)
  await page
    .getByRole('button', { name: new RegExp(task.name) })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move due date' }).click()
  await page.getByRole('menuitem', { name: /^In a week/ }).click()
  await expect.poll(dueOf).toBe(timed(next(day, 7)))
  await look(page, 'calendar-phone')
})

test('A day, rows, where to move an item, what has no room in its cell, and a month with nothing in it', async ({
  openBrowser,
}) => {
  const { host, workflow, task, day } = await dueWork()
  for (const title of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm'])
    await begin(host, workflow, { title, due_date: wire(day) })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/calendar?view=day&day=${day}`)
  await expect(page.locator(`td[data-lane="${day}"]`).getByRole('button', { name: task.name })).toBeVisible()
  await look(page, 'calendar-day', 1024, 1920)
  await page.goto(`/calendar?rows=true&day=${day}`)
  const row = page.locator(`#day-${day}`).getByRole('button', { name: task.name })
  await expect(row).toBeVisible()
  await look(page, 'calendar-rows', 1024, 1920)
  await row.focus()
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: /^In a week/ })).toBeVisible()
  await look(page, 'calendar-move', 1024, 1920)
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: /^In a week/ }).click()
  await expect(row).toHaveCount(0)
  // On its new day, or on all of the days where that is not among them.
  await expect(page.locator('[data-item]:focus, :has(> section):focus')).toHaveCount(1)
  await page.goto(`/calendar?day=${day}`)
  await cell(page, day)
    .getByRole('button', { name: /^\+\d+ more$/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Elm' })).toBeVisible()
  await look(page, 'calendar-more', 1024, 1920)
  await page.goto('/calendar?day=2035-01-16')
  await expect(page.getByText('Nothing is due here')).toBeVisible()
  await look(page, 'calendar-empty', 1024, 1920)
})

test('The calendar weighs little', async ({ openBrowser }) => {
  const context = await openBrowser({ as: 'priya' })
  // What home, the inbox and the lists bring as well is there before somebody looks at days.
  const others = [
    ['/home', 'Overdue'],
    ['/inbox', 'Inbox'],
    ['/all-instances', 'Instances'],
  ] as const
  const { bytes, scripts } = await ownWeight(context, ['/calendar', 'Today'], others)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, scripts).toBeLessThanOrEqual(ROUTE_BUDGET)
})
