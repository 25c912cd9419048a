import type { Page } from '@playwright/test'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { FAILED_CALL } from './support/faults.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, openTask } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const BROKEN = { status: 500, json: {} }

/** The page says what failed, and a press makes it good. */
async function failsThenComes(
  page: Page,
  given: { call: string | RegExp; path: string; says: string; comes: string; picture: string },
) {
  await page.route(given.call, (route) =>
    route.request().method() === 'GET' ? route.fulfill(BROKEN) : route.fallback(),
  )
  await page.goto(given.path)
  await expect(page.getByText(given.says).first()).toBeVisible()
  await look(page, given.picture)
  await page.unroute(given.call)
  await page
    .getByRole('button', { name: /^(Retry|Try Again)$/ })
    .first()
    .click()
  await expect(page.getByText(given.comes).first()).toBeVisible()
}

test('What cannot be read says the words of the specification and comes by a press', async ({
  openBrowser,
  faults,
}) => {
  test.setTimeout(180_000)
  faults.expect(FAILED_CALL)
  const { host } = await makeFirm('Clara Stein', {})
  const workflow = await withWorkflow(host, visit)
  const { id } = await begin(host, workflow, { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const cases = [
    {
      call: /\/v1\/tasks\/\?/,
      path: '/tasks',
      says: 'Failed to load tasks',
      comes: 'Plan the visit',
      picture: 'tasks-error',
    },
    {
      call: /\/v1\/tasks\/board\//,
      path: '/tasks?view=board',
      says: 'Failed to load tasks',
      comes: 'Plan the visit',
      picture: 'board-error',
    },
    {
      call: `**/v1/tasks/${task.id}/`,
      path: `/tasks/${task.id}`,
      says: 'Failed to load task details',
      comes: 'What for?',
      picture: 'task-error',
    },
    {
      call: /\/v1\/workflows\/instances\//,
      path: '/all-instances',
      says: 'Failed to load instances',
      comes: 'Vale and sons',
      picture: 'instances-error',
    },
    {
      call: `**/v1/instances/${id}/`,
      path: `/instances/${id}`,
      says: 'Failed to load instance details',
      comes: 'Plan the visit',
      picture: 'instance-error',
    },
    {
      call: `**/v1/instances/${id}/comments/*`,
      path: `/instances/${id}?tab=comments`,
      says: 'Failed to load comments. Please try again.',
      comes: 'No Comments Yet',
      picture: 'comments-error',
    },
    {
      call: /\/v1\/tasks\/\?/,
      path: '/home',
      says: 'Failed to load work items',
      comes: 'Plan the visit',
      picture: 'home-error',
    },
  ]
  for (const one of cases) await test.step(one.says, () => failsThenComes(page, one))
  await page.goto('/workflows/01900000-0000-7000-8000-000000000000/instances')
  await expect(page.getByText('Workflow not found')).toBeVisible()
  await look(page, 'workflow-instances-missing')
})

test('What cannot be done says so, and keeps what was typed', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL, /Failed to fetch/)
  const { host } = await makeFirm('Doris Pfaff', {})
  const workflow = await withWorkflow(host, visit)
  const { id } = await begin(host, workflow, { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const changes = /\/v1\/(tasks|instances|workflows)\//
  const refuse = () =>
    page.route(changes, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))

  await page.goto(`/workflows/${workflow.id}/instances?panel=add`)
  const panel = page.getByRole('complementary', { name: 'Add Instance' })
  await panel.getByLabel('Name').fill('Kept')
  await panel.getByLabel('Title').fill('Kept as well')
  await refuse()
  await panel.getByRole('button', { name: /^Start instance/ }).click()
  await expect(panel.getByText('Failed to create instance')).toBeVisible()
  await expect(panel.getByLabel('Title')).toHaveValue('Kept as well')
  await look(page, 'start-error')

  await page.goto(`/instances/${id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('form', { name: 'Edit instance' }).getByLabel('Title').fill('Another title')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Failed to update instance')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Edit instance' }).getByLabel('Title')).toHaveValue('Another title')
  await page.unroute(changes)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Instance updated successfully')).toBeVisible()

  await refuse()
  await page.getByRole('tab', { name: /^Comments/ }).click()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Not lost')
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect(page.getByText('Failed to add comment. Please try again.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Not lost')

  await page.goto(`/tasks/${task.id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel('Due Date').fill('2031-03-14')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update task details').first()).toBeVisible()
  await look(page, 'task-edit-error')
  await expect(page.getByLabel('Due Date')).toHaveValue('2031-03-14')

  await page.goto('/all-instances')
  await page.getByRole('button', { name: 'Actions for Another title' }).click()
  await page.getByRole('menuitem', { name: 'Delete Instance' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Failed to delete instance. Please try again.').first()).toBeVisible()
})
