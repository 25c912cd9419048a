import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addTaskComment } from '@throughline/contracts/comments'
import type { TaskId } from '@throughline/contracts/ids'
import { bulkMessages, listMessages } from '@throughline/contracts/inbox'
import { getTask } from '@throughline/contracts/tasks'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { withWorkflow } from './support/builder.ts'
import { countersign } from './support/cases.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { addFile } from './support/files.ts'
import { type Colleague, makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { linkIn, mailTo } from './support/mail.ts'
import { begin, completes, decides, expectNeverReloaded, markPage, openTask } from './support/running.ts'
import { expect, test } from './support/test.ts'

const head = { type: 'parallel', metadata: { version: '1.0', category: 'finance' } }

/** Described by who starts it, then approved by the first of these. */
const approvalOf = (name: string, prefix: string, step: string, ...approvers: Colleague[]): WorkflowInput => ({
  ...head,
  name,
  prefix,
  start_step: 'ask',
  steps: {
    ask: {
      id: 'ask',
      type: 'manual',
      name: 'Describe the request',
      assignee: { starter: true },
      fields: [],
      next: ['decide'],
    },
    decide: {
      id: 'decide',
      type: 'approval',
      name: step,
      approvers: approvers.map(({ me }) => ({ person: me.member_id })),
      rule: 'first',
      order: 'at_once',
      next: [],
    },
  },
})

const spending = (...approvers: Colleague[]) =>
  approvalOf('Spending request', 'SPD', 'Approve the spending', ...approvers)

/** Done by one, looked over by another. */
const letter = (writer: Colleague, reviewer: Colleague): WorkflowInput => ({
  ...head,
  name: 'Letter',
  prefix: 'LTR',
  start_step: 'write',
  steps: {
    write: {
      id: 'write',
      type: 'manual',
      name: 'Write the letter',
      assignee: { person: writer.me.member_id },
      reviewer: { person: reviewer.me.member_id },
      fields: [],
      next: [],
    },
  },
})

type OpenBrowser = (wish: { as: string }) => Promise<BrowserContext>

/** A page of theirs, and their inbox without what they were told of joining and of this browser. */
async function pageOf(openBrowser: OpenBrowser, { username, call }: Colleague): Promise<Page> {
  const page = await (await openBrowser({ as: username })).newPage()
  const { data } = await call(listMessages, { query: {} })
  const ids = data.map(({ id }) => id)
  if (ids.length > 0) await call(bulkMessages, { body: { act: 'delete', ids } })
  return page
}

const list = (page: Page): Locator => page.getByRole('region', { name: 'Inbox', exact: true })
const row = (page: Page, title: string): Locator => list(page).getByRole('listitem').filter({ hasText: title })
const message = (page: Page): Locator => page.getByRole('region', { name: 'Notification', exact: true })
const badge = (page: Page): Locator => page.getByRole('navigation').getByRole('link', { name: /^Inbox/ })

test('Work that arrives is there at once, is approved where it is read, and leaves the others’ lists', async ({
  openBrowser,
}) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth' })
  const workflow = await withWorkflow(host, spending(staff.ada, staff.ben))
  const ada = await pageOf(openBrowser, staff.ada)
  const ben = await pageOf(openBrowser, staff.ben)
  await ada.goto('/inbox')
  await expect(ada.getByText('Inbox zero')).toBeVisible()
  await ben.goto('/home')
  for (const page of [ada, ben]) await markPage(page)
  await look(ada, 'inbox-zero')

  const { id } = await begin(host, workflow, { title: 'New laptops' })
  await completes(host, id, 'Describe the request')
  await expect(row(ada, 'Approve the spending')).toBeVisible()
  await expect(badge(ben)).toContainText('1')
  await row(ada, 'Approve the spending').getByRole('link').click()
  await expect(message(ada).getByRole('heading', { name: 'Approve the spending' })).toBeVisible()
  await look(ada, 'inbox')

  await ada.keyboard.press('a')
  await expect(ada.getByRole('button', { name: /^Approve.*↵/ })).toBeFocused()
  await ada.keyboard.press('Enter')
  await expect(ada.getByText(/You approved it at/)).toBeVisible()
  // The other one hears of it, too, without asking.
  await expect(badge(ben)).not.toContainText('1')
  for (const page of [ada, ben]) await expectNeverReloaded(page)

  const { data } = await host.call(listMessages, { query: { type: 'task' } })
  expect(data).toMatchObject([{ type: 'task_decided', title: 'Approved: Approve the spending' }])
})

test('What was sent back says what to change, and is handed in again from there', async ({ openBrowser }) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth' })
  const ben = await pageOf(openBrowser, staff.ben)
  const ada = await pageOf(openBrowser, staff.ada)
  const { id } = await begin(host, await withWorkflow(host, letter(staff.ada, staff.ben)), { title: 'To the bank' })
  await completes(staff.ada, id, 'Write the letter')
  await ben.goto('/inbox')
  await ben.getByRole('textbox', { name: /Comment/ }).fill('The total is missing.')
  await ben.getByRole('button', { name: /^Send back/ }).click()
  await expect(ben.getByRole('status').filter({ hasText: /at/ }).first()).toBeVisible()

  await ada.goto('/inbox')
  await expect(message(ada)).toContainText('The total is missing.')
  await expect(message(ada)).toContainText('Ben Roth')
  await ada.getByRole('button', { name: /^Complete Task/ }).click()
  await expect(ada.getByText(/You completed the task at/)).toBeVisible()
})

test('Messages are put off, labeled, archived, restored and selected, by keys alone', async ({ openBrowser }) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi' })
  const page = await pageOf(openBrowser, staff.ada)
  const workflow = await withWorkflow(host, spending(staff.ada))
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await begin(host, workflow, { title })
    await completes(host, id, 'Describe the request')
  }
  await page.goto('/inbox')
  const rows = list(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(message(page)).toBeVisible()

  await page.keyboard.press('e')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)

  await expect(message(page)).toBeVisible()
  await page.keyboard.press('l')
  await page.getByRole('textbox', { name: 'Name of the new label' }).fill('Month end')
  await look(page, 'inbox-label')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Month end/ })).toBeVisible()
  await expect(rows).toHaveCount(2)

  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /When there’s new activity/ }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await expect(rows).toHaveCount(1)
})

test('A message put off until there is news comes back with it', async ({ openBrowser }) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi' })
  const page = await pageOf(openBrowser, staff.ada)
  const { id } = await begin(host, await withWorkflow(host, spending(staff.ada)), { title: 'Chairs' })
  await completes(host, id, 'Describe the request')
  const task = await openTask(host, id, 'Approve the spending')
  await page.goto('/inbox')
  await expect(message(page)).toBeVisible()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /When there’s new activity/ }).click()
  await expect(page.getByText('Inbox zero')).toBeVisible()
  await host.call(addTaskComment, { params: { taskId: task.id }, body: { content: 'They are on sale until Friday.' } })
  await expect(row(page, 'Approve the spending')).toBeVisible()
})

test('A mail leads to a page that decides by a press of the person asked, and by nothing else', async ({
  openBrowser,
  faults,
}) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth' })
  const ada = await pageOf(openBrowser, staff.ada)
  const { id } = await begin(host, await withWorkflow(host, spending(staff.ada)), { title: 'Fire doors' })
  await completes(host, id, 'Describe the request')
  const { id: taskId } = await openTask(host, id, 'Approve the spending')
  const link = linkIn(await mailTo(staff.ada.me.email, 'Approval needed: Approve the spending, SPD-1 · Fire doors'))
  expect(link).toContain('/inbox/decide/')
  const votes = async () =>
    (await host.call(getTask, { params: { taskId } })).data.seats.filter(({ verdict }) => verdict !== null).length

  // A scanner: it reads, runs scripts, and presses whatever can be pressed, without a session.
  const scanner = await (await openBrowser()).newPage()
  await scanner.goto(link)
  await scanner.evaluate(async (url) => {
    await fetch(url, { method: 'HEAD' })
    await fetch(url)
  }, link)
  await expect(scanner.getByRole('heading', { name: 'Sign in to decide' })).toBeVisible()
  await expect(scanner.getByText('Fire doors')).toHaveCount(0)
  await look(scanner, 'inbox-decide-signin')
  for (const button of await scanner.getByRole('button').all()) await button.click()
  // A colleague to whom it was forwarded.
  faults.expect(FAILED_CALL)
  const ben = await pageOf(openBrowser, staff.ben)
  await ben.goto(link)
  await expect(ben.getByRole('heading', { name: 'There’s nothing here for you' })).toBeVisible()
  expect(await votes()).toBe(0)

  await ada.goto(link)
  await expect(ada.getByText('Signed in as')).toBeVisible()
  await look(ada, 'inbox-decide')
  expect(await votes()).toBe(0)
  await ada.getByRole('button', { name: /^Approve/ }).click()
  await expect(ada.getByText(/approved/i).first()).toBeVisible()
  await expect.poll(votes).toBe(1)
})

test('What a colleague decided meanwhile is said so, and a mention is answered in place', async ({ openBrowser }) => {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth' })
  const page = await pageOf(openBrowser, staff.ada)
  const { id } = await begin(host, await withWorkflow(host, spending(staff.ada, staff.ben)), { title: 'Awning' })
  await completes(host, id, 'Describe the request')
  const { id: taskId } = await openTask(host, id, 'Approve the spending')
  const content = `Is it the blue one, @[Ada Obi](${staff.ada.me.member_id})?`
  await host.call(addTaskComment, { params: { taskId }, body: { content } })
  await decides(staff.ben, id, 'Approve the spending', { decision: 'approve' })
  await page.goto('/inbox')
  await expect(message(page)).toContainText('Is it the blue one')
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await look(page, 'inbox-mention')
})

/** What changes messages, or does what they ask for. */
const isAct = (url: URL) => /^\/v1\/(messages|notifications)\//.test(url.pathname)

/** The acts that reached the server from this page, by what they were. */
function savedActs(page: Page): string[] {
  const saved: string[] = []
  page.on('response', (response) => {
    const method = response.request().method()
    const { pathname } = new URL(response.url())
    if (method !== 'GET' && response.ok() && isAct(new URL(response.url())))
      saved.push(`${method} ${pathname.split('/').at(-2)}`)
  })
  return saved
}

/** Three approvals in Ada's inbox, each of a workflow of its own; Ben could give them, too. */
async function threeAsks(openBrowser: OpenBrowser) {
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth' })
  const page = await pageOf(openBrowser, staff.ada)
  const begun = async (what: string) => {
    const workflow = approvalOf(what, what.toUpperCase().slice(0, 4), `Approve ${what}`, staff.ada, staff.ben)
    const { id } = await begin(host, await withWorkflow(host, workflow), { title: what })
    await completes(host, id, 'Describe the request')
    return openTask(host, id, `Approve ${what}`)
  }
  const tasks = { desks: await begun('desks'), lamps: await begun('lamps'), chairs: await begun('chairs') }
  return { host, staff, page, tasks }
}

test('What is done offline is kept over a reload, saved once when the connection is back, or said to be not saved', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const { host, staff, page, tasks } = await threeAsks(openBrowser)
  const approvalsOf = async ({ id: taskId }: { id: TaskId }) =>
    (await host.call(getTask, { params: { taskId } })).data.seats.filter(({ verdict }) => verdict === 'approve').length
  const open = async (title: string) => {
    await row(page, title).getByRole('link').click()
    await expect(message(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  }
  const approve = async () => {
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not decided yet.')).toBeVisible()
  }
  await page.goto('/inbox')
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await open('Approve lamps')
  await open('Approve desks')
  await page.keyboard.press('u')
  await open('Approve chairs')
  await expect(badge(page)).toContainText('1')

  await page.context().setOffline(true)
  await open('Approve desks')
  await open('Approve lamps')
  await page.keyboard.press('l')
  await page.getByRole('button', { name: 'Important', exact: true }).click()
  await expect(row(page, 'Approve lamps')).toHaveCount(0)
  await open('Approve chairs')
  await approve()
  await expect(page.getByText('You’ve been offline since')).toBeVisible()
  await expect(row(page, 'Approve chairs')).toContainText('Approval waiting to send')
  await expect(page.getByText('3 waiting')).toBeVisible()
  await look(page, 'inbox-offline')
  expect(await approvalsOf(tasks.chairs)).toBe(0)

  // The page comes back before the server takes anything.
  await page.context().route(isAct, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByText('Not decided yet.')).toBeVisible()
  await expect(row(page, 'Approve lamps')).toHaveCount(0)
  await expect(row(page, 'Approve desks')).toContainText('Waiting to send')
  const saved = savedActs(page)
  await page.context().setOffline(true)
  await page.context().unroute(isAct)
  await page.context().setOffline(false)
  await expect(page.getByText('Your approval was saved')).toBeVisible()
  await expect(page.getByText(/waiting to send|\d waiting/i)).toHaveCount(0)
  expect(saved).toEqual(['PUT read', 'PUT label', 'POST action'])
  expect(await approvalsOf(tasks.chairs)).toBe(1)
  const { data: important } = await staff.ada.call(listMessages, { query: { label: 'important' } })
  expect(important).toMatchObject([{ title: 'Approve lamps' }])
  const { data: unread } = await staff.ada.call(listMessages, { query: { readStatus: 'unread' } })
  expect(unread).toEqual([])

  // A colleague is faster: the decision does not count, and the message says so.
  await open('Approve desks')
  await page.context().setOffline(true)
  await approve()
  await decides(staff.ben, tasks.desks.workflow_instance, 'Approve desks', { decision: 'approve' })
  await page.context().setOffline(false)
  const refused = page.getByRole('article').getByRole('alert').filter({ hasText: 'Not saved: your approval' })
  await expect(refused).toBeVisible()
  await expect(row(page, 'Approve desks')).toContainText('Not saved:')
  await look(page, 'inbox-not-saved')
  await page.getByRole('article').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Not saved')).toHaveCount(0)
  expect(await approvalsOf(tasks.desks)).toBe(1)
})

test('A file that is replaced while it is read is asked about again, and an approval of the old one does not count', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const { host, staff } = await makeFirm('Yara Costa', { ada: 'Ada Obi', ben: 'Ben Roth', cleo: 'Cleo Marsh' })
  const page = await pageOf(openBrowser, staff.ada)
  const theirs = await pageOf(openBrowser, staff.ben)
  const { id } = await begin(host, await withWorkflow(host, countersign(staff.ada, staff.ben, staff.cleo)), {
    title: 'Meridian Foods',
  })
  const { id: task_id } = await openTask(host, id, 'Countersign the letter')
  await theirs.goto(`/tasks/${task_id}`)
  const replaceLetter = (rate: string) =>
    addFile(theirs, { name: 'Letter.txt', text: `Manager, hourly ${rate}`, task_id })
  const approve = (version: number) => page.getByRole('button', { name: new RegExp(`^Approve version ${version}`) })
  await replaceLetter('165.00')
  await expect(theirs.getByText('Manager, hourly 165.00')).toBeVisible()
  await page.goto('/inbox')
  await row(page, 'Countersign the letter').getByRole('link').click()
  await expect(page.getByText('Manager, hourly 165.00')).toBeVisible()
  await expect(approve(1)).toBeEnabled()

  await page.context().setOffline(true)
  await approve(1).click()
  await expect(page.getByText('Your approval of version 1 is waiting to send')).toBeVisible()
  await replaceLetter('145.00')
  await page.context().setOffline(false)
  const refused = page.getByRole('article').getByRole('alert')
  await expect(refused.filter({ hasText: 'Not saved: your approval of version 1' })).toBeVisible()

  await expect(page.getByText('Manager, hourly 145.00')).toBeVisible()
  await expect(approve(2)).toBeEnabled()
  await replaceLetter('155.00')
  await expect(page.getByText('Manager, hourly 155.00')).toBeVisible()
  await approve(3).click()
  await expect(page.getByText('Press again to decide on the current versions.')).toBeVisible()
  await approve(3).click()
  await expect(page.getByText(/You approved version 3 at/)).toBeVisible()
  const { data } = await host.call(getTask, { params: { taskId: task_id } })
  expect(data.seats.filter(({ verdict }) => verdict !== null)).toMatchObject([{ version_number: 3 }])
})
