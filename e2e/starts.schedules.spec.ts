import { setTimeout as sleep } from 'node:timers/promises'
import { getSchedule } from '@throughline/contracts/starts'
import { openWorkflow, PURCHASE, withWorkflow } from './support/builder.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { askForMore, withSchedule } from './support/starts.ts'
import { expect, test } from './support/test.ts'

const MINUTE = 60_000
/** Between the plan and its moment, so that the engine holds it by then. */
const AHEAD = 8_000
/** So long a journey watches for what comes by the clock, at most. */
const WATCHED = 25_000

/** One run at the next full minute. */
async function planRun() {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const at = Math.ceil((Date.now() + AHEAD) / MINUTE) * MINUTE
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 16).split('T')
  const rule = { kind: 'once', day, time } as const
  const schedule = await withSchedule(host, workflow, { name: 'Year end', rule, time_zone: 'UTC', day_off: 'run' })
  return { host, workflow, schedule, at }
}

let plan: ReturnType<typeof planRun> | undefined
const planned = () => (plan ??= planRun())

/** Until the moment is near enough to be watched for; mostly it is by then. */
const near = (at: number) => sleep(Math.max(0, at - Date.now() - WATCHED))

// One after the other: the minute for which the first plans a run passes meanwhile, and the last sees it start.
test.describe
  .serial('By the clock', () => {
    test('A workflow starts by the clock: a schedule is added, a run skipped, run once, paused, repaired and deleted', async ({
      openBrowser,
    }) => {
      await planned()
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
      await look(page, 'schedule-new', 1024)
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
      await expect(panel.getByRole('switch', { name: 'On' })).toBeEnabled()
      await panel.getByRole('switch', { name: 'On' }).press('Space')
      await expect(panel.getByText('Nothing runs while the schedule is paused.')).toBeVisible()
      await expect(panel.getByRole('switch', { name: 'Paused' })).toBeEnabled()
      await panel.getByRole('switch', { name: 'Paused' }).press('Space')
      await expect(toast(page, 'Schedule turned on')).toBeVisible()
      await panel.getByRole('button', { name: 'Back to ways to start' }).press('Enter')
      await askForMore(host, workflow)
      await overview.getByRole('button', { name: /Standing payments.*Doesn’t fit the workflow/ }).press('Enter')
      await expect(panel.getByText('Give a value for Cost center.')).toBeVisible()
      await panel.getByLabel('Value for cost_center').fill('Production')
      await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter')
      await expect(toast(page, 'Schedule saved')).toBeVisible()
      await expect(panel.getByText('Give a value for Cost center.')).toBeHidden()
      await panel.getByRole('button', { name: 'Delete' }).press('Enter')
      await page.getByRole('button', { name: 'Delete schedule' }).press('Enter')
      await expect(overview.getByText('No schedules yet.')).toBeVisible()
    })

    test('A schedule is made, changed, paused, repaired and deleted by mouse', async ({ openBrowser }) => {
      const host = await founder('nadia', { name: 'Harbor and Vale' })
      const workflow = await withWorkflow(host, PURCHASE)
      const page = await (await openBrowser({ as: host.username })).newPage()
      await openWorkflow(page, workflow, '?panel=starts')
      const overview = page.getByRole('complementary', { name: 'Ways to start' })
      await overview.getByRole('button', { name: 'Add schedule' }).click()
      const fresh = page.getByRole('complementary', { name: 'New schedule' })
      await fresh.getByLabel('Name', { exact: true }).fill('Weekly order')
      await fresh.getByText('Week', { exact: true }).click()
      await fresh.getByRole('button', { name: 'Add schedule' }).click()
      const schedule = page.getByRole('complementary', { name: 'Weekly order' })
      await expect(schedule.getByText('exactly as scheduled')).toBeVisible()
      await schedule
        .getByRole('button', { name: /^Skip / })
        .first()
        .click()
      await schedule
        .getByRole('button', { name: /^Don’t skip / })
        .first()
        .click()
      await schedule.getByRole('button', { name: 'Run once now' }).click()
      await expect(toast(page, 'PUR-1 started')).toBeVisible()
      await schedule.getByLabel('Title', { exact: true }).fill('Paper of {date}')
      await schedule.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(toast(page, 'Schedule saved')).toBeVisible()
      await schedule.getByRole('switch').click()
      await expect(toast(page, 'Schedule paused')).toBeVisible()
      await schedule.getByRole('switch').click()
      await expect(toast(page, 'Schedule turned on')).toBeVisible()
      await schedule.getByRole('button', { name: 'Back to ways to start' }).click()
      await askForMore(host, workflow)
      await overview.getByRole('button', { name: /Weekly order.*Doesn’t fit the workflow/ }).click()
      await schedule.getByLabel('Value for cost_center').fill('Production')
      await schedule.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(schedule.getByText('Give a value for Cost center.')).toBeHidden()
      await schedule.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete schedule' }).click()
      await expect(overview.getByText('No schedules yet.')).toBeVisible()
      await near((await planned()).at)
    })

    test('A run that was planned starts when its minute comes, and its page shows it', async ({ openBrowser }) => {
      const { host, workflow, schedule, at } = await planned()
      const page = await (await openBrowser({ as: host.username })).newPage()
      await openWorkflow(page, workflow, `?panel=starts&start=${schedule.id}`)
      const panel = page.getByRole('complementary', { name: 'Year end' })
      await expect(panel.getByRole('region', { name: 'Last ten' }).getByRole('link', { name: 'PUR-1' })).toBeVisible({
        timeout: MINUTE + AHEAD,
      })
      await expect(panel.getByText('This schedule has no runs left.')).toBeVisible()
      const { data } = await host.call(getSchedule, { params: { workflowId: workflow.id, scheduleId: schedule.id } })
      expect(data.last).toMatchObject([{ state: 'started', nominal_at: new Date(at).toISOString() }])
    })
  })
