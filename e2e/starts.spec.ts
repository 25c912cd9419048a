import { openWorkflow, PURCHASE, withWorkflow } from './support/builder.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test('A workflow starts by the clock: a schedule is added, a run skipped, run once, paused and deleted', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  const overview = page.getByRole('complementary', { name: 'Ways to start' })
  await expect(overview.getByText('No schedules yet.')).toBeVisible()
  await look(page, 'starts', 1024)

  await overview.getByRole('button', { name: 'Add schedule' }).press('Enter')
  const fresh = page.getByRole('complementary', { name: 'New schedule' })
  await fresh.getByLabel('Name', { exact: true }).fill('Standing payments')
  await fresh.getByRole('radio', { name: 'Month' }).press('Space')
  await expect(fresh.getByText(/on the 1st working day of each month at 9:00 AM/)).toBeVisible()
  await expect(fresh.getByRole('region', { name: 'Next ten' }).getByRole('listitem')).toHaveCount(10)
  await fresh.getByRole('button', { name: 'Add schedule' }).press('Enter')
  await expect(toast(page, 'Schedule added')).toBeVisible()

  const panel = page.getByRole('complementary', { name: 'Standing payments' })
  await expect(panel.getByText('exactly as scheduled')).toBeVisible()
  await look(page, 'schedule', 1024)
  await panel
    .getByRole('button', { name: /^Skip / })
    .first()
    .press('Enter')
  await expect(panel.getByText(/^skipped by /)).toBeVisible()
  await panel.getByRole('button', { name: 'Run once now' }).press('Enter')
  await expect(toast(page, 'PUR-1 started')).toBeVisible()
  await panel.getByRole('switch', { name: 'On' }).press('Space')
  await expect(panel.getByText('Nothing runs while the schedule is paused.')).toBeVisible()
  await panel.getByRole('button', { name: 'Back to ways to start' }).press('Enter')
  await overview.getByRole('button', { name: /Standing payments/ }).press('Enter')
  await panel.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete schedule' }).press('Enter')
  await expect(overview.getByText('No schedules yet.')).toBeVisible()
})

test('Many start at once from a pasted table: what can’t start says why, each row has its result', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const start_fields = [{ name: 'amount', type: 'currency' as const, label: 'Amount', required: true }]
  const workflow = await withWorkflow(host, { ...PURCHASE, start_fields })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  await page.getByRole('link', { name: /^Table of rows/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Start from a table' })
  const table = panel.getByLabel('Paste rows from a spreadsheet')
  await expect(table).toBeFocused()
  await table.fill('Name\tAmount\tDue Date\nDesk\t1,200\t2026-12-01\nLamp\tmany\t\nChair\t80\t\n')
  await look(page, 'start-many-paste', 1024)
  await panel.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(panel.getByRole('region', { name: 'Rows with problems' }).getByText('Lamp')).toBeVisible()
  await look(page, 'start-many-columns', 1024)
  await panel.getByRole('button', { name: 'Start 2 instances' }).press('Enter')
  await expect(panel.getByText('2 of 2 instances started')).toBeVisible()
  await expect(panel.getByRole('link', { name: /^PUR-[12]$/ })).toHaveCount(2)
  await look(page, 'start-many-results', 1024)
  await panel.getByRole('button', { name: 'Close', exact: true }).last().press('Enter')
  await expect(page.getByRole('link', { name: 'Chair' })).toBeVisible()
})
