import { chooseModel, connectModel } from '@throughline/contracts/models'
import { addTeam } from '@throughline/contracts/org-teams'
import { draftSaved, openWorkflow, PURCHASE, storedWorkflow, withWorkflow } from './support/builder.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { setting } from './support/settings.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test('Without a model the rules propose changes; one is left out, the others are applied as one undo step', async ({
  openBrowser,
}) => {
  const host = await founder('lena', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Copilot', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Copilot' })
  await expect(panel.getByText('Built-in rules, no language model.')).toBeVisible()
  await expect(panel.getByLabel('Instruction')).toBeFocused()
  await look(page, 'copilot-empty', 1024)

  await page.keyboard.type(
    'The manager approves before “Order it”. Rename “Ask for it” to “Request it”. Make it nicer.',
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel.getByText('Two changes. Your draft hasn’t changed yet.')).toBeVisible()
  await expect(panel.getByText('“The manager approves before ‘Order it’”')).toBeVisible()
  await expect(panel.getByText('Not done: “Make it nicer”')).toBeVisible()
  await expect(page.getByText('Proposed by Copilot')).toBeVisible()
  await look(page, 'copilot-rules', 1024)

  await panel.getByRole('checkbox', { name: /^Apply: Request it/ }).press('Space')
  await panel.getByRole('button', { name: 'Apply 1 change' }).click()
  await draftSaved(page)
  const applied = await storedWorkflow(host, workflow.id)
  const names = Object.values(applied.steps).map(({ name }) => name)
  expect(names).toContain('Ask for it')
  expect(names).toHaveLength(Object.keys(workflow.steps).length + 1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect
    .poll(async () => Object.keys((await storedWorkflow(host, workflow.id)).steps).length)
    .toBe(Object.keys(workflow.steps).length)
})

test('A connected model drafts; a guess starts cleared, and what it adds is drawn', async ({ openBrowser }) => {
  const host = await founder('milo', { name: 'Cedar Partners' })
  const workflow = await withWorkflow(host, PURCHASE)
  await host.call(addTeam, { params: { orgId: host.organization.id }, body: { name: 'Legal' } })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/integrations/models')
  await expect(page.getByRole('radio', { name: 'Built-in rules' })).toBeChecked()
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await dialog.getByLabel('Address').fill(setting('MODEL_URL'))
  await dialog.getByLabel('Model', { exact: true }).fill('draft-small')
  await dialog.getByLabel('API key', { exact: true }).fill(setting('MODEL_KEY'))
  await look(page, 'models-connect', 390)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(toast(page, 'draft-small responds')).toBeVisible()
  await page.getByRole('radio', { name: 'draft-small' }).click()
  await expect(toast(page, 'Copilot drafts with draft-small')).toBeVisible()
  await look(page, 'models', 390, 1024)

  await openWorkflow(page, workflow, '?mode=copilot')
  const panel = page.getByRole('complementary', { name: 'Copilot' })
  await expect(panel.getByText('draft-small').first()).toBeVisible()
  await panel.getByLabel('Instruction').fill('Ask Legal before “Order it”, and remind them after two days.')
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByText('Two changes and 1 guess. Your draft hasn’t changed yet.')).toBeVisible()
  await expect(panel.getByRole('checkbox', { name: 'Apply: Legal approves', exact: true })).toBeChecked()
  const boxes = panel.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  await expect(boxes.nth(1)).not.toBeChecked()
  await look(page, 'copilot', 1024)
  await panel.getByRole('button', { name: 'Apply 2 changes' }).click()
  await draftSaved(page)
  const applied = await storedWorkflow(host, workflow.id)
  expect(applied.steps['legal_approves']).toMatchObject({ type: 'approval', escalation: [{ after: '2d' }] })
  expect(applied.steps['legal_approves']).not.toHaveProperty('due')

  const { data } = await host.call(connectModel, {
    body: { name: 'draft-small-busy', address: setting('MODEL_URL'), key: setting('MODEL_KEY') },
  })
  await host.call(chooseModel, { body: { model_id: data.id } })
  await panel.getByLabel('Instruction').fill('Rename “Order it” to “Buy it”.')
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByText('draft-small-busy didn’t answer. The built-in rules did this instead.')).toBeVisible()
})
