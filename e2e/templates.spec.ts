import { listTemplates } from '@throughline/contracts/templates'
import { look } from './support/look.ts'
import { newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const OWN = {
  name: 'Visitor badge',
  description: 'Announce, approve, print',
  type: 'hr',
  tags: ['reception', 'badge'],
  steps: [
    { id: 'announce', type: 'manual', name: 'Announce the visitor', next: ['ok'] },
    { id: 'ok', type: 'approval', name: 'Host agrees', next: ['print'], approvers: [{ role: 'Manager' }] },
    { id: 'print', type: 'manual', name: 'Print the badge', next: [] },
  ],
}

test.describe('In Harbor & Vale', () => {
  test.use({ as: 'maya' })

  test('templates are filtered, sorted and shown with their steps', async ({ page }) => {
    await page.goto('/workflow-templates')
    await expect(page.getByRole('heading', { level: 1, name: 'Workflow Templates' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Invoice approval' })).toBeVisible()
    await look(page, 'templates', 1024, 1920)
    await page.getByRole('button', { name: 'Human resources', exact: true }).click()
    await expect(page).toHaveURL('/workflow-templates?category=hr')
    await expect(page.getByRole('heading', { level: 2, name: 'Invoice approval' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 2, name: 'Leave request' })).toBeVisible()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('combobox', { name: 'Sort' }).click()
    await page.getByRole('option', { name: 'Complexity (Low-High)' }).click()
    await expect(page).toHaveURL(/sort=complexity/)
    await expect
      .poll(async () => {
        const counts = await page.getByText(/^\d+ steps?$/).allTextContents()
        const numbers = counts.map((text) => Number.parseInt(text, 10))
        return numbers.length > 10 && numbers.every((count, place) => place === 0 || count >= (numbers[place - 1] ?? 0))
      })
      .toBe(true)
  })
})

test('A template of one’s own is added, used by keys alone, counted, deleted and taken back', async ({
  openBrowser,
}) => {
  const owner = await newcomer('tilda')
  const page = await (await openBrowser({ as: owner.username })).newPage()
  await page.goto('/workflow-templates')
  await page.getByRole('button', { name: 'New Template' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'New Template' })
  const text = panel.getByRole('textbox', { name: 'Template JSON' })
  await text.fill("{\n  'name': 1\n}")
  await panel.getByRole('button', { name: 'Create template' }).press('Enter')
  await expect(panel.getByRole('alert')).toContainText('Invalid JSON format. Please check your input.')
  await look(page, 'template-new')
  await text.fill(JSON.stringify(OWN))
  await panel.getByRole('button', { name: 'Create template' }).press('Enter')
  await expect(toast(page, 'Visitor badge was added')).toBeVisible()
  await page.getByRole('button', { name: 'Use Template Visitor badge' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Use Template' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('New Workflow from Template')
  await look(page, 'template-use')
  await page.keyboard.type('Visitors')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Workflow successfully created from template!')).toBeVisible()
  await expect(page).toHaveURL(/\/workflow-builder\//)
  await expect(page.getByRole('heading', { level: 1, name: /Visitors/ })).toBeVisible()

  await page.goto('/workflow-templates')
  const { data } = await owner.call(listTemplates, { query: {} })
  expect(data[0]).toMatchObject({ name: 'Visitor badge', downloads: 1, own: true })
  await expect(page.getByText('1 use', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Visitor badge' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete template' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).press('Enter')
  await expect(toast(page, 'Visitor badge was deleted')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Visitor badge', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Visitor badge', exact: true })).toBeVisible()
})
