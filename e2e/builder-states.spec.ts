import type { Page } from '@playwright/test'
import { listWorkflows, type WorkflowInput } from '@throughline/contracts/workflows'
import { caller } from './support/api.ts'
import {
  chooseWay,
  draftSaved,
  openWorkflow,
  PURCHASE,
  PURCHASE_STEPS,
  renameStep,
  saveButton,
  startEditing,
  stepCard,
  stepPanel,
  storedWorkflow,
  withWorkflow,
} from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { origins } from './support/settings.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const ONE = '**/v1/workflows/*/'
const DRAFT = '**/v1/workflows/*/draft/'
const question = (page: Page, title: string) => page.getByRole('alertdialog', { name: title })

test.describe('In Harbor & Vale', () => {
  test.use({ as: 'maya' })

  /** The workflow of the story that is called so, opened. */
  async function open(page: Page, cookies: Map<string, string>, name: string, search = '') {
    const { data } = await caller(origins.app, cookies).call(listWorkflows, { query: { search: name } })
    const found = data.find((one) => one.name === name)
    if (!found) throw new Error(`the story has no ${name}`)
    await openWorkflow(page, found, search)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  test('a workflow on the canvas, step by step, as text, tried and compared', async ({ page, cookiesOf }) => {
    test.slow()
    const cookies = await cookiesOf('maya', origins.app, false)
    await open(page, cookies, 'Invoice Approval')
    await expect(stepCard(page, 'Pay and file')).toBeVisible()
    await look(page, 'builder', 1024)
    await startEditing(page)
    await stepCard(page, 'Two of three must approve').click()
    await expect(stepPanel(page).getByText('Who approves')).toBeVisible()
    await look(page, 'builder-approval', 1024)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    await stepCard(page, 'How much is it?').click()
    await expect(stepPanel(page).getByText('Known here')).toBeVisible()
    await look(page, 'builder-condition')
    await page.getByRole('radio', { name: 'JSON' }).click()
    await expect(page.getByRole('textbox', { name: 'Workflow JSON' })).toContainText('"type": "')
    await look(page, 'builder-json')
    await page.getByRole('radio', { name: 'Visual' }).click()
    await page.getByRole('button', { name: 'Try it', exact: true }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByRole('button', { name: 'Fill with samples' }).click()
    await trial.getByLabel('Amount').fill('12000')
    await trial.getByRole('button', { name: 'Complete step' }).click()
    await expect(trial.getByText('What does person 1 of 3 decide?')).toBeVisible()
    await look(page, 'builder-try')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Difference on the drawing' })).toBeVisible()
    await look(page, 'builder-history')
  })

  test('what others changed is named before it is published; lists run for each entry', async ({ page, cookiesOf }) => {
    test.slow()
    const cookies = await cookiesOf('maya', origins.app, false)
    await open(page, cookies, 'Client Onboarding')
    await startEditing(page)
    await chooseWay(page, 'Publish…')
    const dialog = page.getByRole('dialog', { name: /^Publish version \d+\?$/ })
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    await look(page, 'builder-publish')
    await open(page, cookies, 'Employee Onboarding', '?step=equipment')
    await expect(stepPanel(page).getByText('For each', { exact: true })).toBeVisible()
    await look(page, 'builder-each')
  })

  test('a large one has a minimap and is walked in the outline', async ({ page, cookiesOf }) => {
    test.slow()
    const cookies = await cookiesOf('maya', origins.app, false)
    await open(page, cookies, 'Monthly Close')
    await expect(page.getByRole('button', { name: /^Step \d+ of 3\d,/ }).first()).toBeVisible()
    await look(page, 'builder-large')
    await page.getByRole('radio', { name: 'Outline' }).click()
    await expect(page.getByRole('treeitem', { name: /waits for all that run/ }).first()).toBeVisible()
    await look(page, 'builder-outline-large')
    await open(page, cookies, 'Invoice Approval', '?mode=outline')
    await startEditing(page)
    await page.getByRole('treeitem', { name: /^How much is it\?/ }).click()
    await look(page, 'builder-outline', 1024)
  })
})

/** With a wait, another workflow, and mistakes. */
const engagement = (called: string): WorkflowInput => ({
  name: 'Engagement',
  prefix: 'ENG',
  type: 'sequential',
  metadata: { version: '1.0', category: 'legal' },
  start_step: 'letter',
  steps: {
    letter: {
      id: 'letter',
      type: 'manual',
      name: 'Send the engagement letter',
      description: 'From the template of this year',
      assignee: { starter: true },
      fields: [
        { name: 'begins_on', type: 'date', label: 'Begins on', required: true },
        { name: 'fee', type: 'currency', label: 'Fee', required: true },
      ],
      next: ['wait'],
    },
    wait: {
      id: 'wait',
      type: 'wait',
      name: 'Until the week before',
      until: 'addBusinessDays(vars.begins_on, -5)',
      next: ['buy'],
    },
    buy: {
      id: 'buy',
      type: 'subworkflow',
      name: 'Buy the licences',
      workflow_id: called,
      next: ['kick_off'],
    },
    kick_off: {
      id: 'kick_off',
      type: 'manual',
      name: 'Hold the kickoff',
      assignee: { starter: true },
      fields: [],
      next: [],
    },
  },
})

test('A wait, another workflow and the issues of a broken one', async ({ openBrowser }) => {
  const host = await founder('tove', { name: 'Cedar Partners' })
  const purchase = await withWorkflow(host, PURCHASE)
  const workflow = await withWorkflow(host, engagement(purchase.id))
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await startEditing(page)
  await stepCard(page, 'Until the week before').click()
  await expect(stepPanel(page).getByText('A date in the past continues at once.')).toBeVisible()
  await look(page, 'builder-wait')
  await stepCard(page, 'Buy the licences').click()
  await expect(stepPanel(page).getByText('Runs', { exact: true })).toBeVisible()
  await look(page, 'builder-sub')

  const broken = await withWorkflow(host, {
    ...PURCHASE,
    prefix: 'BAD',
    steps: {
      ...PURCHASE_STEPS,
      decide: { id: 'decide', type: 'approval', name: 'Decide', approvers: [], rule: 2, order: 'at_once', next: [] },
      size: {
        id: 'size',
        type: 'condition',
        name: 'How much is it?',
        branches: [{ name: 'Over 1,000', when: 'vars.amout > 1000', next: ['decide'] }],
        else: ['order'],
        next: ['decide', 'order'],
      },
      stray: { id: 'stray', type: 'manual', name: 'Nobody comes here', fields: [], next: [] },
    },
  })
  await openWorkflow(page, broken)
  await startEditing(page)
  await page.getByRole('button', { name: /^\d errors?/ }).click()
  await expect(page.getByRole('button', { name: 'Write vars.amount > 1000' })).toBeVisible()
  await look(page, 'builder-issues')
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByRole('textbox', { name: 'Workflow JSON' }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect(page.getByText(/a comma is missing/)).toBeVisible()
  await look(page, 'builder-json-error')
})

test('Loading, failing, missing and empty say the words of the specification', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const host = await founder('ulla', { name: 'Cedar Partners' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(ONE, async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto(`/workflow-builder/${workflow.id}`)
  await expect(page.getByText('Loading workflow...')).toBeAttached()
  release()
  await expect(page.getByRole('alert')).toContainText('Failed to load workflow')
  await look(page, 'builder-error')
  await page.unroute(ONE)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(stepCard(page, 'Ask for it')).toBeVisible()

  await page.goto(`/workflow-builder/${crypto.randomUUID()}`)
  await expect(page.getByText('Workflow not found')).toBeVisible()
  await look(page, 'builder-missing')
  await page.goto('/workflow-builder/new')
  await expect(page.getByText('No steps defined')).toBeVisible()
  await look(page, 'builder-empty')

  await openWorkflow(page, workflow)
  await startEditing(page)
  await page.route(DRAFT, (route) => route.fulfill({ status: 503, json: {} }))
  await renameStep(page, 'Order it', 'Place the order')
  const trouble = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  await expect(trouble).toBeVisible()
  await look(page, 'builder-unsaved')
  await page.route(ONE, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await page.unroute(DRAFT)
  await trouble.getByRole('button', { name: 'Retry' }).click()
  await draftSaved(page)
  await expect(trouble).toBeHidden()
  expect((await storedWorkflow(host, workflow.id)).steps['order']?.name).toBe('Place the order')
  await saveButton(page).click()
  await expect(toast(page, 'Failed to save workflow. Please try again.')).toBeVisible()
  await page.unroute(ONE)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Retry' }).click()
  await expect(toast(page, 'Workflow saved successfully!')).toBeVisible()
})

test('A text that cannot be read is asked about before it is given up', async ({ openBrowser }) => {
  const host = await founder('xenia', { name: 'Cedar Partners' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await startEditing(page)
  await page.getByRole('radio', { name: 'JSON' }).click()
  const text = page.getByRole('textbox', { name: 'Workflow JSON' })
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' nonsense')
  await expect(saveButton(page)).toBeDisabled()
  await page.evaluate(() => history.back())
  const ask = question(page, 'This JSON cannot be read yet')
  await expect(ask.getByRole('button', { name: 'Stay' })).toBeFocused()
  await look(page, 'builder-leave-broken')
  await ask.getByRole('button', { name: 'Stay' }).click()
  await expect(text).toContainText('nonsense')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await question(page, 'You have unsaved changes. Exit edit mode without saving?')
    .getByRole('button', { name: 'Discard changes' })
    .click()
  await expect(page.getByRole('button', { name: /^Edit\b/ })).toBeVisible()
  await expect(text).not.toContainText('nonsense')
})

test('Leaving asks in the words of the specification', async ({ openBrowser, faults }) => {
  // What went to the trash may be asked for once more before its page is left.
  faults.expect(FAILED_CALL)
  const host = await founder('wilma', { name: 'Cedar Partners' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()

  await page.goto('/workflow-builder/new')
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const leaveNew = question(page, "You haven't saved this new workflow. Exit without saving?")
  await look(page, 'builder-leave-new')
  await leaveNew.getByRole('button', { name: 'Keep editing' }).click()
  await draftSaved(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await leaveNew.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page).toHaveURL('/workflows')
  await expect(toast(page, 'New workflow moved to trash')).toBeVisible()

  await openWorkflow(page, workflow)
  await startEditing(page)
  await renameStep(page, 'Order it', 'Place the order')
  await draftSaved(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const leaveEditing = question(page, 'You have unsaved changes. Exit edit mode without saving?')
  await expect(leaveEditing).toContainText('The draft holds 1 change, not published yet.')
  await look(page, 'builder-leave')
  await leaveEditing.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(page.getByRole('button', { name: /^Edit\b/ })).toBeVisible()
  await expect(stepCard(page, 'Place the order')).toBeVisible()
  await startEditing(page)
  await chooseWay(page, 'Discard draft')
  await expect(question(page, 'Discard all unsaved changes?')).toBeVisible()
  await look(page, 'builder-discard')
  await question(page, 'Discard all unsaved changes?').getByRole('button', { name: 'Discard changes' }).click()
  await expect(stepCard(page, 'Order it')).toBeVisible()
})
