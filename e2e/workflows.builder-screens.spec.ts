import type { Page } from '@playwright/test'
import { listWorkflows } from '@throughline/contracts/workflows'
import { caller } from './support/api.ts'
import { openWorkflow, publishButton, startEditing, stepCard, stepPanel } from './support/builder.ts'
import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'maya' })

/** The workflow of the story that is called so, opened. */
async function open(page: Page, cookies: Map<string, string>, name: string, search = '') {
  const { data } = await caller(origins.app, cookies).call(listWorkflows, { query: { search: name } })
  const found = data.find((one) => one.name === name)
  if (!found) throw new Error(`the story has no ${name}`)
  await openWorkflow(page, found, search)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('A workflow on the canvas, step by step, as text, tried and compared', async ({ page, cookiesOf }) => {
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
  await expect(stepPanel(page).getByText('Available here')).toBeVisible()
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
  await expect(page.getByRole('region', { name: 'Changes on the canvas' })).toBeVisible()
  await look(page, 'builder-history')
})

test('A large workflow has a minimap and is walked in the outline; publishing names what others changed', async ({
  page,
  cookiesOf,
}) => {
  const cookies = await cookiesOf('maya', origins.app, false)
  await open(page, cookies, 'Monthly Close')
  await expect(page.getByRole('button', { name: /^Step \d+ of 3\d,/ }).first()).toBeVisible()
  await look(page, 'builder-large')
  await page.getByRole('radio', { name: 'Outline' }).click()
  await expect(page.getByRole('treeitem', { name: /waits for all that run/ }).first()).toBeVisible()
  await look(page, 'builder-outline')
  await open(page, cookies, 'Employee Onboarding', '?step=equipment')
  await expect(stepPanel(page).getByText('For each', { exact: true })).toBeVisible()
  await look(page, 'builder-each')
  await open(page, cookies, 'Client Onboarding')
  await startEditing(page)
  await publishButton(page).click()
  const dialog = page.getByRole('dialog', { name: /^Publish version \d+\?$/ })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await look(page, 'builder-publish')
})
