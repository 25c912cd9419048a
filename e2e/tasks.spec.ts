import type { Page } from '@playwright/test'
import { editTask } from '@throughline/contracts/task-acts'
import { withWorkflow } from './support/builder.ts'
import { equipment, intake, visit } from './support/cases.ts'
import { FAILED_CALL } from './support/faults.ts'
import { makeFirm, makeTeam } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, completeButton, completes, openTask, taskPanel } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920]
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function drag(page: Page, name: string, to: string) {
  const from = await card(page, name).first().boundingBox()
  const target = await column(page, to).boundingBox()
  if (!from || !target) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 30, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 50)
  await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 5 })
}

test('The board by mouse and by keys: a move is what it stands for, or is refused with the reason', async ({
  openBrowser,
}) => {
  test.slow()
  const firm = await makeFirm('Sofia Reyes', {})
  const { host } = firm
  const workflow = await withWorkflow(host, visit)
  const { id } = await begin(host, workflow, { title: 'Vale and sons' })
  await begin(host, workflow, { title: 'Northgate' })
  await completes(host, id, 'Plan the visit', { reason: 'Yearly talk' })
  await openTask(host, id, 'Pack the papers')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/tasks?view=board')
  await expect(column(page, 'Pending').getByRole('article')).toHaveCount(2)
  await look(page, 'board', ...WIDTHS)

  await drag(page, 'Plan the visit', 'Completed')
  await expect(column(page, 'Completed').getByText(/Needs 1 answer first|Drop to complete it/)).toBeVisible()
  await look(page, 'board-drag')
  await page.mouse.up()
  await expect(toast(page, 'You can’t complete it yet')).toBeVisible()
  await expect(toast(page, '1 answer is missing: What for?.')).toBeVisible()
  await expect(column(page, 'Pending').getByRole('article')).toHaveCount(2)

  await drag(page, 'Pack the papers', 'In Progress')
  await expect(column(page, 'In Progress').getByText('Drop to start it')).toBeVisible()
  await page.mouse.up()
  await expect(toast(page, 'Pack the papers is in progress')).toBeVisible()
  await expect(column(page, 'In Progress').getByRole('article')).toHaveCount(1)
  // It is dimmed until the board has been read again.
  await expect(card(page, 'Pack the papers')).not.toHaveAttribute('aria-busy')
  await link(page, 'Pack the papers').focus()
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: /^Overdue/ })).toContainText('Set by the due date.')
  await look(page, 'board-menu')
  await page.getByRole('menuitem', { name: /^Completed/ }).press('Enter')
  await expect(toast(page, 'Pack the papers is completed')).toBeVisible()
  await expect(column(page, 'Completed')).toContainText('Pack the papers')
})

test('A form and an approval are done by keys alone', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Uma Berg', { ada: 'Ada Obi', ben: 'Ben Cho', cleo: 'Cleo Diaz' })
  const workflow = await withWorkflow(host, equipment(staff.ada, staff.ben, staff.cleo))
  const { id } = await begin(host, workflow, { title: 'A label printer' })
  await openTask(host, id, 'Describe the request')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/tasks')
  await expect(link(page, 'Describe the request')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(link(page, 'Describe the request')).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = taskPanel(page)
  await panel.getByLabel('Amount').focus()
  await page.keyboard.type('120')
  await page.keyboard.press('Tab')
  await page.keyboard.type('For the mail room')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(toast(page, 'Describe the request completed')).toBeVisible()

  const asked = await openTask(staff.ada, id, 'Approve the request')
  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await theirs.goto(`/tasks/${asked.id}`)
  await expect(theirs.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await theirs.getByRole('heading', { level: 1 }).focus()
  await theirs.keyboard.press('c')
  await expect(theirs.getByText('Enter a reason.')).toBeVisible()
  await theirs.keyboard.type('Fine with me')
  await theirs.keyboard.press('Tab')
  await expect(theirs.getByRole('button', { name: /^Approve/ })).toBeFocused()
  await theirs.keyboard.press('Enter')
  await expect(toast(theirs, 'Approved')).toBeVisible()
  await expect(theirs.getByText('Fine with me')).toBeVisible()
})

test('The list: found, filtered, edited, given away, and many at once with a result for each', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  faults.expect(FAILED_CALL)
  const firm = await makeFirm('Vera Nowak', { ada: 'Ada Obi' })
  const { host, staff } = firm
  const workflow = await withWorkflow(host, visit)
  for (const title of ['Vale and sons', 'Northgate', 'Harbor']) {
    const { id } = await begin(host, workflow, { title })
    await openTask(host, id, 'Plan the visit')
  }
  const team = await makeTeam(firm, 'Reception', host)
  const { id } = await begin(host, await withWorkflow(host, intake(team.id)), { title: 'Call from Vale' })
  await openTask(host, id, 'Call the client back')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/tasks')
  await expect(link(page, 'Plan the visit')).toHaveCount(3)
  await look(page, 'tasks', ...WIDTHS)

  await page.getByRole('button', { name: 'Show Filters' }).click()
  await page.getByRole('searchbox', { name: 'Find a task' }).fill('call')
  await expect(link(page, 'Plan the visit')).toHaveCount(0)
  await expect(link(page, 'Call the client back')).toBeVisible()
  await look(page, 'tasks-filters')
  await page.getByRole('searchbox', { name: 'Find a task' }).fill('zzz')
  await expect(page.getByText('No items match your current filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(link(page, 'Plan the visit')).toHaveCount(3)

  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for selected tasks' })
  await expect(bar).toContainText('4')
  await look(page, 'tasks-selected')
  await bar.getByRole('button', { name: 'Priority' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'High' }).check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(toast(page, 'Priority of 4 tasks changed')).toBeVisible()

  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await bar.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(4)
  await expect(dialog).toContainText(/\d of 4 tasks completed/)
  await look(page, 'tasks-bulk')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const task = await openTask(host, (await begin(host, workflow, { title: 'Last one' })).id, 'Plan the visit')
  await page.goto(`/tasks/${task.id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Due Date').fill('2031-03-14')
  await page.getByRole('combobox', { name: 'Assignee' }).fill('Ada')
  await page.getByRole('option', { name: /Ada Obi/ }).click()
  await look(page, 'task-edit')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Task updated')).toBeVisible()
  await expect(page.getByText('Ada Obi has this task')).toBeVisible()
  const theirs = await openTask(staff.ada, task.workflow_instance, 'Plan the visit', staff.ada.username)
  expect(theirs.due_date).toContain('2031-03-14')
})

test('On a phone: home, the list and an approval', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Xenia Pohl', { ada: 'Ada Obi', ben: 'Ben Cho', cleo: 'Cleo Diaz' })
  const workflow = await withWorkflow(host, equipment(staff.ada, staff.ben, staff.cleo))
  const { id } = await begin(host, workflow, { title: 'Phones for the van' })
  await completes(host, id, 'Describe the request', { amount: 900, reason: 'Four of them' })
  const asked = await openTask(staff.ada, id, 'Approve the request')
  await staff.ada.call(editTask, { params: { taskId: asked.id }, body: { priority: 'high' } })
  const browser = await openBrowser({
    as: staff.ada.username,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await browser.newPage()
  await page.goto('/home')
  await expect(link(page, 'Approve the request')).toBeVisible()
  await look(page, 'phone-home-390')
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(page).toHaveURL(/\/(all-)?tasks/)
  await expect(link(page, 'Approve the request')).toBeVisible()
  await look(page, 'phone-tasks-390')
  await link(page, 'Approve the request').click()
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeVisible()
  await expect(page.getByText('Four of them')).toBeVisible()
  await look(page, 'phone-approval-390')
  await approve.click()
  await expect(toast(page, 'Approved')).toBeVisible()
  await expect(completeButton(page)).toHaveCount(0)
})

test('A toast leaves the buttons of a panel in reach, and goes in its own time under the pointer', async ({
  openBrowser,
}) => {
  const { host } = await makeFirm('Toast Reyes', {})
  await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const context = await openBrowser({ as: host.username, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto('/tasks')
  await link(page, 'Plan the visit').click()
  const panel = taskPanel(page)
  await expect(completeButton(panel)).toBeVisible()
  await panel.getByRole('button', { name: 'Copy link' }).click()
  const shown = toast(page, 'Link copied')
  await expect(shown).toBeVisible()
  const foot = await panel.locator('[data-foot]').boundingBox()
  const over = await shown.boundingBox()
  expect(foot && over && over.y + over.height < foot.y, 'the toast is above the footer').toBe(true)
  await shown.hover()
  await expect(shown).toBeHidden({ timeout: 8_000 })
})
