import { listInstances } from '@throughline/contracts/instances'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { withWorkflow } from './support/builder.ts'
import { equipment, filing, intake } from './support/cases.ts'
import { FAILED_CALL } from './support/faults.ts'
import { makeFirm, makeTeam } from './support/firm.ts'
import { look } from './support/look.ts'
import {
  begin,
  completeButton,
  completes,
  countFrames,
  decides,
  expectNeverReloaded,
  instanceNow,
  markPage,
  openTask,
  railStep,
  taskPanel,
} from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1920]
const THREE = { ada: 'Ada Obi', ben: 'Ben Cho', cleo: 'Cleo Diaz' }

test('A case from its start to its end, watched by someone else who never reloads', async ({ openBrowser }) => {
  test.setTimeout(180_000)
  const firm = await makeFirm('Marta Vega', THREE)
  const { host, staff } = firm
  const { ada, ben, cleo } = staff
  const workflow = await withWorkflow(host, equipment(ada, ben, cleo))
  const page = await (await openBrowser({ as: host.username })).newPage()
  const watching = await (await openBrowser({ as: ada.username })).newPage()
  const frames = countFrames(watching)
  await watching.goto('/in-progress-instances')
  await expect(watching.getByText('No instances found')).toBeVisible()
  await markPage(watching)

  await test.step('started in the panel, which asks for what is missing', async () => {
    await page.goto(`/workflows/${workflow.id}/instances`)
    await page
      .getByRole('button', { name: /^Add Instance/ })
      .first()
      .click()
    const panel = page.getByRole('complementary', { name: 'Add Instance' })
    await expect(panel.getByLabel('Name')).toBeFocused()
    await expect(panel.getByText('Becomes EQP-1 with the next number.')).toBeVisible()
    await panel.getByRole('button', { name: /^Start instance/ }).click()
    await expect(panel.getByText('1 field needs you')).toBeVisible()
    await panel.getByLabel('Name').fill('Standing desks')
    await panel.getByLabel('Title').fill('Standing desks for the second floor')
    await panel.getByRole('radio', { name: 'High' }).check()
    await panel.getByLabel(/^Customer/).fill('Northgate')
    await look(page, 'start-panel', ...WIDTHS)
    await panel.getByRole('button', { name: /^Start instance/ }).click()
    await expect(toast(page, 'EQP-1 started')).toBeVisible()
  })

  await test.step('it shows in the other browser by itself', async () => {
    const link = watching.getByRole('link', { name: 'Standing desks for the second floor', exact: true })
    const fresh = watching.getByRole('button', { name: 'Show 1 new instance' })
    await expect(link.or(fresh)).toBeVisible()
    if (await fresh.isVisible()) await fresh.click()
    await link.click()
    await expect(watching).toHaveURL(/\/instances\/[0-9a-f-]{36}/)
    await expect(railStep(watching, 'Describe the request')).toContainText('In Progress')
  })
  const { data } = await host.call(listInstances, { query: {} })
  const [{ id } = { id: undefined }] = data
  if (!id) throw new Error('nothing was started')

  await test.step('the form: what is missing is said, what is typed is kept, then it is handed in', async () => {
    await page.goto('/tasks')
    await page.getByRole('link', { name: 'Describe the request', exact: true }).click()
    const panel = taskPanel(page)
    await completeButton(panel).click()
    await expect(panel.getByText('2 answers to fix')).toBeVisible()
    await panel.getByLabel('Amount').fill('2400')
    await panel.getByLabel('What for?').fill('Six desks, two of them wide')
    await expect(panel.getByText(/^Draft saved/)).toBeVisible()
    await look(page, 'task-panel', ...WIDTHS)
    await page.reload()
    await expect(panel.getByLabel('What for?')).toHaveValue('Six desks, two of them wide')
    await completeButton(panel).click()
    await expect(toast(page, 'Describe the request completed')).toBeVisible()
    await expect(railStep(watching, 'Describe the request')).toContainText('Completed')
  })

  await test.step('two of three approve, the last of them first', async () => {
    await expect(railStep(watching, 'Approve the request')).toContainText('In Progress')
    await look(watching, 'instance', ...WIDTHS)
    await decides(cleo, id, 'Approve the request', { decision: 'approve' })
    await expect(watching.getByText('1 of 2 approvals').first()).toBeVisible()
    await railStep(watching, 'Approve the request').getByRole('button').click()
    const overlay = watching.getByRole('dialog')
    await expect(overlay.getByText('Six desks, two of them wide')).toBeVisible()
    await overlay.getByRole('button', { name: /^Approve/ }).click()
    await expect(toast(watching, 'Approved')).toBeVisible()
    await watching.keyboard.press('Escape')
    await expect(railStep(watching, 'Over 1,000?')).toContainText('Completed')
  })

  await test.step('the pair opens at once; what follows waits for both', async () => {
    for (const name of ['Order it', 'Book the desk'])
      await expect(railStep(watching, name)).toContainText('In Progress')
    await completes(cleo, id, 'Book the desk')
    await expect(railStep(watching, 'Book the desk')).toContainText('Completed')
    await expect(railStep(watching, 'Sign for it')).not.toContainText('In Progress')
    await look(watching, 'instance-branches')
    await completes(ben, id, 'Order it')
    await expect(railStep(watching, 'Sign for it')).toContainText('In Progress')
  })

  await test.step('each of the three signs, then it rests for two seconds and is done', async () => {
    await completes(ada, id, 'Sign for it')
    await completes(cleo, id, 'Sign for it')
    await expect(railStep(watching, 'Sign for it')).toContainText('2 of 3 done')
    await completes(ben, id, 'Sign for it')
    await expect(railStep(watching, 'Cool off')).toContainText(/In Progress|Waiting|Completed/)
    await expect(railStep(watching, 'Cool off')).toContainText('Completed')
    await expect(watching.getByLabel('Key metrics')).toContainText('Completed')
    expect((await instanceNow(host, id)).status).toBe('completed')
  })
  await expectNeverReloaded(watching)
  expect(frames.received.length).toBeGreaterThan(5)

  await test.step('all of it can be traced', async () => {
    // Comments and attachments are looked at where they are written and added.
    for (const tab of ['Details', 'Tasks', 'Trace']) {
      await watching.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect(watching.getByRole('tabpanel')).toBeVisible()
      await expect(watching.getByRole('tabpanel').locator('[aria-busy="true"]')).toHaveCount(0)
      await look(watching, `instance-${tab.toLowerCase()}`)
    }
    await expect(watching.getByRole('tabpanel')).toContainText('Sign for it')
  })
})

test('Sent back with the answers kept', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Nuria Sol', THREE)
  const workflow = await withWorkflow(host, equipment(staff.ada, staff.ben, staff.cleo))
  const { id } = await begin(host, workflow, { title: 'A second screen' })
  await completes(host, id, 'Describe the request', { amount: 300, reason: 'For the front desk' })
  const asked = await openTask(staff.ben, id, 'Approve the request')
  await decides(staff.cleo, id, 'Approve the request', { decision: 'reject', comment: 'Too vague for me' })
  const page = await (await openBrowser({ as: staff.ben.username })).newPage()
  await page.goto(`/tasks/${asked.id}`)
  const leads = page.getByText(/Reject and Request changes return to Describe the request\. Answers are kept\.$/)
  await expect(leads.filter({ visible: true })).toBeVisible()
  await look(page, 'approval', ...WIDTHS)
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByRole('textbox', { name: /^Comment/ }).fill('Which size?')
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(toast(page, 'Rejected')).toBeVisible()

  const again = await (await openBrowser({ as: host.username })).newPage()
  const { id: taskId } = await openTask(host, id, 'Describe the request')
  await again.goto(`/tasks/${taskId}`)
  await expect(again.getByLabel('What for?')).toHaveValue('For the front desk')
  await expect(again.getByLabel('Amount')).toHaveValue(/300/)
  await expect(again.getByText('Ben Cho rejected this')).toBeVisible()
  await expect(again.getByText('Which size?')).toBeVisible()
  await look(again, 'task', ...WIDTHS)
  await again.goto('/home')
  await expect(again.getByRole('listitem').filter({ hasText: 'Describe the request' })).toContainText('Rejected')
  await again.goto(`/instances/${id}`)
  await expect(again.getByText('Ben Cho rejected this: Which size?')).toBeVisible()
  await expect(again.getByText(/^Sent back .* by Ben Cho$/)).toBeVisible()
  await expect(railStep(again, 'Describe the request')).toContainText('2nd attempt')
})

test('A call that fails is tried again, then overridden with a reason', async ({ openBrowser }) => {
  test.slow()
  const { host } = await makeFirm('Olga Brandt', {})
  const { id } = await begin(host, await withWorkflow(host, filing), { title: 'Annual filing' })
  const failed = await openTask(host, id, 'Send to the registry')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto(`/tasks/${failed.id}`)
  await expect(
    page.getByRole('heading', { name: '10.0.0.1 isn’t a public address, so it can’t be called.' }),
  ).toBeVisible()
  await look(page, 'task-failed', ...WIDTHS)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(toast(page, 'Retrying')).toBeVisible()
  await expect(page.getByText('10.0.0.1 isn’t a public address')).toHaveCount(3)
  await expect(
    page.getByRole('heading', { name: '10.0.0.1 isn’t a public address, so it can’t be called.' }),
  ).toBeVisible()
  await page.goto(`/instances/${id}`)
  await expect(railStep(page, 'Send to the registry')).toContainText('Failed')
  const why = page.getByRole('region', { name: 'Why is this waiting?' })
  await expect(
    why.getByRole('heading', { name: '10.0.0.1 isn’t a public address, so it can’t be called.' }),
  ).toBeVisible()
  await look(page, 'instance-failed')
  await page.goto(`/tasks/${failed.id}`)
  await page.getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override Send to the registry?' })
  await dialog.getByRole('button', { name: 'Override task' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Filed by post')
  await look(page, 'task-override')
  const output = dialog.getByLabel('status')
  if (await output.isVisible()) await output.fill('200')
  await dialog.getByRole('button', { name: 'Override task' }).click()
  await expect(toast(page, 'Send to the registry overridden')).toBeVisible()
  await openTask(host, id, 'Check the receipt')
  await page.goto(`/instances/${id}?tab=trace`)
  await expect(page.getByText('Filed by post').first()).toBeVisible()
})

test('Two reach for the same task of a queue: one has it, the other is told who', async ({ openBrowser, faults }) => {
  test.slow()
  faults.expect(FAILED_CALL)
  const firm = await makeFirm('Petra Lang', THREE)
  const { ada, ben, cleo } = firm.staff
  const team = await makeTeam(firm, 'Reception', ada, ben)
  const workflow = await withWorkflow(firm.host, intake(team.id))
  const { id } = await begin(firm.host, workflow, { title: 'Vale and sons' })
  await openTask(firm.host, id, 'Call the client back')
  const [first, second] = await Promise.all(
    [ada, ben].map(async ({ username }) => {
      const page = await (await openBrowser({ as: username })).newPage()
      await page.goto('/tasks?queue=mine')
      await expect(page.getByRole('button', { name: 'Claim INT-1-1' })).toBeVisible()
      return page
    }),
  )
  if (!first || !second) throw new Error('two browsers were to be opened')
  await look(first, 'queue', ...WIDTHS)
  // Neither hears of the other's press before their own is on its way.
  const held = [first, second].map((page) =>
    page.route('**/claim/', async (route) => {
      await ready
      await route.continue()
    }),
  )
  let go = () => {}
  const ready = new Promise<void>((resolve) => {
    go = resolve
  })
  await Promise.all(held)
  const sent = [first, second].map((page) => page.waitForRequest('**/claim/'))
  await Promise.all([first, second].map((page) => page.getByRole('button', { name: 'Claim INT-1-1' }).click()))
  await Promise.all(sent)
  go()
  const told = (page: typeof first) => page.getByText('You claimed Call the client back')
  await expect.poll(async () => (await told(first).count()) + (await told(second).count())).toBe(1)
  const [winner, loser] = (await told(first).count()) > 0 ? ([ada, second] as const) : ([ben, first] as const)
  await expect(toast(loser, new RegExp(winner.me.name))).toBeVisible()
  const none = await (await openBrowser({ as: cleo.username })).newPage()
  await none.goto('/tasks?queue=mine')
  await expect(none.getByText('This queue is empty')).toBeVisible()
})

test('Whoever is outside the teams of a workflow sees none of it anywhere', async ({ openBrowser, faults }) => {
  test.slow()
  faults.expect(FAILED_CALL)
  const firm = await makeFirm('Rosa Winter', { ada: 'Ada Obi', dario: 'Dario Melo' })
  const { host, staff } = firm
  const team = await makeTeam(firm, 'Board', staff.ada)
  const workflow = await withWorkflow(host, intake(team.id))
  await host.call(setWorkflowAccess, {
    params: { workflowId: workflow.id },
    body: { visibility: 'limited', team_ids: [team.id], member_ids: [host.me.member_id] },
  })
  const page = await (await openBrowser({ as: staff.dario.username })).newPage()
  const frames = countFrames(page)
  await page.goto('/tasks')
  await expect(page.getByText('No items match your current filters')).toBeVisible()
  const inside = await (await openBrowser({ as: staff.ada.username })).newPage()
  const heard = countFrames(inside)
  await inside.goto('/tasks?queue=mine')
  await expect(inside.getByText('This queue is empty')).toBeVisible()
  // Both listen by now: what everybody may hear reaches them.
  let teams = 0
  await expect
    .poll(async () => {
      await makeTeam(firm, `Choir ${++teams}`, staff.ada)
      return Math.min(heard.received.length, frames.received.length)
    })
    .toBeGreaterThan(0)
  const { id } = await begin(host, workflow, { title: 'The secret merger' })
  const task = await openTask(host, id, 'Call the client back')
  await expect(inside.getByText('Call the client back').or(inside.getByText('1 new')).first()).toBeVisible()
  await expect.poll(() => heard.received.filter((frame) => frame.includes(task.id)).length).toBeGreaterThan(0)
  expect(frames.received.filter((frame) => frame.includes(id) || frame.includes(task.id))).toEqual([])

  for (const path of ['/tasks', '/tasks?view=board', '/pending-tasks', '/tasks?queue=mine', '/tasks?q=call', '/home']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByText('Call the client back'), path).toHaveCount(0)
  }
  for (const path of [
    '/all-instances',
    '/in-progress-instances',
    '/all-instances?view=grid',
    '/all-instances?q=secret',
  ]) {
    await page.goto(path)
    await expect(page.getByText('No instances found'), path).toBeVisible()
  }
  await page.goto(`/workflows/${workflow.id}/instances`)
  await expect(page.getByText('Workflow not found')).toBeVisible()
  await page.goto(`/instances/${id}`)
  await expect(page.getByText('It doesn’t exist, or you don’t have access to it.')).toBeVisible()
  await page.goto(`/tasks/${task.id}`)
  await expect(page.getByText('Task not found')).toBeVisible()
})
