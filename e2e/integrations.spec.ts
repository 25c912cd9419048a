import { addTool, connectTool, NewTool } from '@throughline/contracts/connections'
import { createWorkflow, getWorkflow } from '@throughline/contracts/workflows'
import { look } from './support/look.ts'
import { newcomer } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const REGISTER = {
  name: 'Company register',
  short_description: 'Looks up a company',
  description: 'Looks up a company in the register, by name or number.',
  categories: ['sales'],
  api_endpoint: 'https://register.example.com/lookup',
  tool_url: 'https://register.example.com/',
  auth_required: true,
  is_paid: true,
}

test('Tools are added and connected by form and as JSON, found, and disconnected', async ({ openBrowser }) => {
  const owner = await newcomer('ines')
  const page = await (await openBrowser({ as: owner.username })).newPage()
  await page.goto('/integrations')
  await expect(page.getByRole('link', { name: 'PostgreSQL' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Integration' }).first().press('Enter')
  const adding = page.getByRole('complementary', { name: 'Add Integration' })
  await expect(adding.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('IBAN check')
  await adding.getByLabel('Short description').fill('Checks that an account belongs to a name')
  await adding.getByLabel('Full description').fill('Asks the payment network. Nothing is booked.')
  await adding.getByLabel('API endpoint').fill('https://api.ibancheck.example/v1')
  await adding.getByLabel('Tool URL').fill('https://ibancheck.example')
  await adding.getByLabel('Categories').fill('Fin')
  await page.getByRole('option', { name: 'Finance' }).click()
  await adding.getByLabel('Input schema').fill('{ "type": "object", }')
  await expect(adding.getByText('Invalid JSON format')).toBeVisible()
  await expect(adding.getByRole('button', { name: 'Add Integration' })).toBeDisabled()
  await look(page, 'integration-add', 390, 1024)
  await adding.getByLabel('Input schema').fill('{ "type": "object" }')
  await adding.getByRole('button', { name: 'Add Integration' }).press('Enter')
  await expect(toast(page, 'Added IBAN check')).toBeVisible()
  await expect(adding).toBeHidden()
  await expect(page.getByRole('link', { name: 'IBAN check' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Integration' }).press('Enter')
  await adding.getByText('JSON', { exact: true }).click()
  await adding.getByLabel('Tool as JSON').fill(JSON.stringify(REGISTER))
  await adding.getByRole('button', { name: 'Add Integration' }).press('Enter')
  await expect(toast(page, 'Added Company register')).toBeVisible()

  await page.getByRole('button', { name: 'Connect IBAN check' }).press('Enter')
  const iban = page.getByRole('complementary', { name: 'Connect IBAN check' })
  await iban.getByLabel('Metadata').fill('a key that nobody reads again')
  await look(page, 'integration-connect', 390, 1024)
  await iban.getByRole('button', { name: 'Connect' }).press('Enter')
  await expect(toast(page, 'Connected IBAN check')).toBeVisible()
  await expect(page.getByText(`Connected by: @${owner.username}`)).toBeVisible()

  await page.getByRole('button', { name: 'Connect Company register' }).press('Enter')
  const register = page.getByRole('complementary', { name: 'Connect Company register' })
  await register.getByText('JSON Mode').click()
  await register.getByLabel('JSON configuration').fill('{ "key": "a key", "region": "eu" }')
  await register.getByRole('button', { name: 'Connect' }).press('Enter')
  await expect(toast(page, 'Connected Company register')).toBeVisible()
  await expect(page.getByText(`Connected by: @${owner.username}`)).toHaveCount(2)
  await look(page, 'integrations', 390, 1024)

  await page.getByRole('button', { name: 'Sales', exact: true }).click()
  await expect(page).toHaveURL('/integrations?category=sales')
  await expect(page.getByRole('link', { name: 'IBAN check' })).toBeHidden()
  await page.getByRole('link', { name: 'Company register' }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Company register' })
  await expect(panel.getByText(REGISTER.api_endpoint)).toBeVisible()
  await look(page, 'integration', 390, 1024)
  await panel.getByRole('button', { name: 'Disconnect Company register' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Disconnect Company register?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'integration-disconnect')
  await question.getByRole('button', { name: 'Disconnect Company register' }).press('Enter')
  await expect(toast(page, 'Disconnected Company register')).toBeVisible()
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('A connection is replaced in the steps that use it, then disconnected, by keyboard', async ({ openBrowser }) => {
  const owner = await newcomer('ines')
  const { data: tool } = await owner.call(addTool, { body: NewTool.parse(REGISTER) })
  const params = { toolId: tool.id }
  const connect = async (name: string) =>
    (await owner.call(connectTool, { params, query: { name }, body: { metadata: 'a key that nobody reads' } })).data
  const [old, other] = [await connect('Old key'), await connect('New key')]
  const calls = {
    id: 'look',
    type: 'tool' as const,
    name: 'Look it up',
    next: [],
    tool_id: tool.id,
    connection: old.id,
  }
  const body = { name: 'Supplier check', prefix: 'SUP', type: 'sequential', start_step: 'look', steps: { look: calls } }
  const { data: workflow } = await owner.call(createWorkflow, { body })

  const page = await (await openBrowser({ as: owner.username })).newPage()
  await page.goto(`/integrations/${tool.id}?connection=${old.id}`)
  await expect(page.getByRole('link', { name: 'Supplier check' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(REGISTER.name)).toBeVisible()
  await look(page, 'integration-page', 390, 1024)
  await page.getByRole('button', { name: 'Rotate secret' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rotate the secret for Old key' })).toBeVisible()
  await look(page, 'integration-rotate')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit connection' }).press('Enter')
  const editing = page.getByRole('dialog', { name: 'Edit connection' })
  await editing.getByRole('radio', { name: 'Everyone in the workspace' }).check()
  await editing.getByLabel('Calls at a time').fill('2')
  await editing.getByLabel('Calls per minute').fill('30')
  await look(page, 'integration-edit', 390)
  await editing.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(toast(page, 'Connection updated.')).toBeVisible()
  await expect(page.getByText('0 of 30')).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Disconnect Old key?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question.getByText('Look it up')).toBeVisible()
  await look(page, 'integration-used', 390)
  await question.getByRole('button', { name: 'Replace it in these steps…' }).press('Enter')
  const replacing = page.getByRole('dialog', { name: 'Replace Old key' })
  await expect(replacing.getByRole('combobox')).toHaveText('New key')
  await look(page, 'integration-replace', 390)
  await replacing.getByRole('button', { name: 'Replace in 1 step' }).press('Enter')
  await expect(toast(page, '1 draft now uses “New key”.')).toBeVisible()
  await expect(question.getByText('Replaced in the draft, not published yet')).toBeVisible()
  const { data: changed } = await owner.call(getWorkflow, { params: { workflowId: workflow.id } })
  expect(changed.steps['look']).toMatchObject({ connection: other.id })
  await question.getByRole('button', { name: 'Disconnect Old key' }).press('Enter')
  await expect(toast(page, 'Disconnected Old key')).toBeVisible()
})
