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
