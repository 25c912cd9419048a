import type { Page } from '@playwright/test'
import { bulkTasks } from '@throughline/contracts/task-acts'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, completeButton, countFrames, openTask, taskPanel } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
/** Their rows on the home page. */
const work = (page: Page) => page.getByRole('region', { name: 'My work' }).getByRole('listitem')

const SHELVES = 20
const STORES = 10

/** Twenty open tasks of the starter at once. */
const stocktaking: WorkflowInput = {
  type: 'parallel',
  metadata: { version: '1.0', category: 'finance' },
  name: 'Stocktaking',
  prefix: 'STK',
  start_step: 'count',
  steps: {
    count: {
      id: 'count',
      type: 'manual',
      name: 'Count the shelf',
      assignee: { starter: true },
      each: { list: JSON.stringify(Array.from({ length: SHELVES }, (_, at) => at)), order: 'at_once', until: 'all' },
      fields: [],
      next: [],
    },
  },
}

/** What a page reads of the server from now on. */
function countReads(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET') paths.push(pathname + search)
  })
  return paths
}

/** Until nothing more is read; counts anew from there. */
async function atRest(paths: string[]) {
  const readMeanwhile = async () => {
    paths.length = 0
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return paths.length
  }
  await expect.poll(readMeanwhile).toBe(0)
}

async function choosePerson(page: Page, field: string | RegExp, name: string) {
  await page.getByRole('combobox', { name: field }).fill(name.slice(0, 3))
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

test('A question is asked on a task, which waits for the answer', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Greta Holm', { ada: 'Ada Obi' })
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await theirs.goto('/home')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`/tasks/${task.id}`)
  await page.getByLabel('What for?').fill('The yearly talk')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ask a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a question' })
  await choosePerson(page, /^To\b/, 'Ada Obi')
  await dialog.getByLabel('Question').fill('Who drives?')
  await dialog.getByRole('checkbox', { name: /^This task waits for the answer/ }).check()
  await look(page, 'task-ask')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(toast(page, 'Asked Ada Obi')).toBeVisible()
  await expect(page.getByText('Waiting for an answer from Ada Obi').first()).toBeVisible()
  await expect(page.getByText('No answer yet')).toBeVisible()
  await expect(completeButton(page)).toHaveCount(0)
  await look(page, 'task-asked')

  await work(theirs).getByRole('link', { name: 'Who drives?' }).click()
  const overlay = theirs.getByRole('dialog')
  await expect(overlay.getByRole('link', { name: 'Plan the visit' })).toBeVisible()
  await overlay.getByRole('button', { name: /^Send answer/ }).click()
  await expect(overlay.getByText('Enter an answer.')).toBeVisible()
  await overlay.getByLabel('Answer').fill('I do, from nine on')
  await look(theirs, 'task-query')
  await overlay.getByRole('button', { name: /^Send answer/ }).click()
  await expect(toast(theirs, 'Answer sent')).toBeVisible()

  await expect(page.getByText('I do, from nine on')).toBeVisible()
  await expect(page.getByLabel('What for?')).toHaveValue('The yearly talk')
  await completeButton(page).click()
  await expect(toast(page, 'Plan the visit completed')).toBeVisible()
})

test('Completed, reviewed, given back, completed again and passed', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Hilde Baum', { ada: 'Ada Obi' })
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/tasks/${task.id}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await choosePerson(page, 'Reviewer', 'Ada Obi')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Task updated')).toBeVisible()
  await page.getByLabel('What for?').fill('A talk')
  await completeButton(page).click()
  await expect(toast(page, 'Sent to Ada Obi for review')).toBeVisible()
  await expect(page.getByText('Waiting for review by Ada Obi')).toBeVisible()

  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await theirs.goto('/tasks')
  await link(theirs, 'Plan the visit').click()
  const panel = taskPanel(theirs)
  await expect(panel.getByText('A talk')).toBeVisible()
  await panel.getByRole('button', { name: 'Send back' }).click()
  await expect(panel.getByText('Say what needs to change.')).toBeVisible()
  await panel.getByRole('textbox', { name: /^Comment/ }).fill('About what?')
  await look(theirs, 'task-review')
  await panel.getByRole('button', { name: 'Send back' }).click()
  await expect(toast(theirs, 'Sent back to Hilde Baum')).toBeVisible()

  await expect(page.getByText('Ada Obi asks for changes')).toBeVisible()
  await expect(page.getByText('About what?')).toBeVisible()
  await expect(page.getByLabel('What for?')).toHaveValue('A talk')
  await look(page, 'task-returned')
  await page.getByLabel('What for?').fill('A talk about fees')
  await completeButton(page).click()
  await expect(page.getByText('Waiting for review by Ada Obi')).toBeVisible()

  await expect(panel.getByText('A talk about fees')).toBeVisible()
  await panel.getByRole('button', { name: 'Pass' }).click()
  await expect(toast(theirs, 'Plan the visit passed')).toBeVisible()
  await openTask(host, id, 'Pack the papers')
  await expect(page.getByRole('button', { name: 'Completed' })).toBeDisabled()
})

test('Whoever is removed hands over what is open', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Jutta Krol', { ada: 'Ada Obi', ben: 'Ben Cho' })
  const workflow = await withWorkflow(staff.ada, visit)
  for (const title of ['Vale and sons', 'Northgate']) {
    const { id } = await begin(staff.ada, workflow, { title })
    await openTask(staff.ada, id, 'Plan the visit')
  }
  const theirs = await (await openBrowser({ as: staff.ben.username })).newPage()
  await theirs.goto('/home')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(work(theirs)).toHaveCount(0)

  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/members')
  await page.getByRole('button', { name: 'Actions for Ada Obi' }).click()
  await page.getByRole('menuitem', { name: 'Remove member' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to remove this member?' })
  await expect(question.getByRole('combobox', { name: 'Who takes over 2 open tasks' })).toBeVisible()
  await question.getByRole('button', { name: 'Remove Ada Obi' }).click()
  await expect(question.getByText('Choose who takes over.')).toBeVisible()
  await choosePerson(page, 'Who takes over 2 open tasks', 'Ben Cho')
  await look(page, 'members-take-over')
  await question.getByRole('button', { name: 'Remove Ada Obi' }).click()
  await expect(page.getByRole('row', { name: /Ada Obi/ })).toHaveCount(0)
  await expect(work(theirs).filter({ hasText: 'Plan the visit' })).toHaveCount(2)
})

test('Two hundred tasks that open in ten seconds make a list ask at most twice a second', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Kira Lund', { ada: 'Ada Obi' })
  const counting = await withWorkflow(host, stocktaking)
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const shown = await openTask(host, id, 'Plan the visit')
  const pages = [
    await (await openBrowser({ as: host.username })).newPage(),
    await (await openBrowser({ as: staff.ada.username })).newPage(),
  ]
  const frames = pages.map(countFrames)
  const asked = pages.map(countReads)
  // Each shows a list, and beside it a task that nothing happens to.
  for (const page of pages) {
    await page.goto(`/tasks?taskId=${shown.id}`)
    await expect(taskPanel(page).getByRole('heading', { name: 'Plan the visit' })).toBeVisible()
    await expect(link(page, 'Plan the visit').first()).toBeVisible()
  }
  // A page whose line is late reads everything anew when it is there: it is heard first, then left to come to rest.
  let priority: 'high' | 'urgent' = 'high'
  const hasHeard = async () => {
    priority = priority === 'high' ? 'urgent' : 'high'
    await host.call(bulkTasks, { body: { act: 'priority', ids: [shown.id], priority } })
    return frames.every(({ received }) => received.length > 0)
  }
  await expect.poll(hasHeard, { intervals: [1_000] }).toBe(true)
  for (const paths of asked) await atRest(paths)
  const opened = ({ received }: { received: string[] }) => received.filter((frame) => frame.includes('task.opened'))

  const began = Date.now()
  const sleepUntil = (second: number) =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, began + second * 1_000 - Date.now())))
  for (let started = 1; started <= STORES; started++) {
    await begin(host, counting, { title: `Store ${started}` })
    await sleepUntil(started)
  }
  const seconds = Math.max(STORES, (Date.now() - began) / 1_000)
  for (const heard of frames) await expect.poll(() => opened(heard).length).toBe(STORES * SHELVES)
  for (const paths of asked) {
    const lists = paths.filter((path) => path.startsWith('/v1/tasks/?'))
    expect(lists.length, 'requests for the list').toBeLessThanOrEqual(2 * seconds)
    expect(lists.length, 'requests for the list').toBeGreaterThan(0)
    expect(paths.filter((path) => path.startsWith(`/v1/tasks/${shown.id}/`))).toEqual([])
  }
  // And what comes after them is shown.
  await host.call(bulkTasks, { body: { act: 'priority', ids: [shown.id], priority: 'low' } })
  for (const page of pages)
    await expect(page.getByRole('row').filter({ hasText: 'Vale and sons' })).toContainText('Low')
})
