import type { BrowserContext, Page } from '@playwright/test'
import type { FormElement } from '@throughline/contracts/form-content'
import { HOSTILE_TEXTS } from '../flow/src/testing/hostile-texts.ts'
import { FAILED_CALL } from './support/faults.ts'
import { publishedForm } from './support/forms.ts'
import { INTAKE, PHONE } from './support/intake-form.ts'
import { look } from './support/look.ts'
import { origins } from './support/settings.ts'
import { expect, test } from './support/test.ts'

const BUDGET = 60_000

test('A form is filled in on a phone, page by page, with a question that appears and files, and sent once', async ({
  openBrowser,
}) => {
  const path = await publishedForm(await openBrowser({ as: 'maya' }), 'New client intake', INTAKE)
  const phone = await openBrowser(PHONE)
  const page = await phone.newPage()
  await page.goto(path)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await look(page, 'public-form')
  await page.getByRole('button', { name: 'Next' }).tap()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByText('Enter an answer.')).toBeVisible()
  await page.getByLabel('Legal name').fill('Meridian Foods Ltd')
  await page.getByLabel('People on payroll').fill('140')
  await page.getByRole('button', { name: 'Next' }).tap()

  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await expect(page.getByRole('group', { name: 'How often do you pay wages?' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Payroll' }).check()
  await page.getByLabel('Monthly').check()
  await page.reload()
  await expect(page.getByText('Welcome back.')).toBeVisible()
  await expect(page.getByLabel('Monthly')).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).tap()

  const files = [
    { name: 'Certificate.txt', mimeType: 'text/plain', buffer: Buffer.alloc(40_000, 'a') },
    { name: 'Scan.txt', mimeType: 'text/plain', buffer: Buffer.alloc(9 * 1_048_576, 'b') },
  ]
  await page.getByLabel('Certificate').setInputFiles(files)
  await expect(page.getByText('9 MB, uploaded')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Email').fill('ruth@meridianfoods.example')
  await look(page, 'public-form-files')
  await page.getByRole('button', { name: 'Submit' }).tap()
  await expect(page.getByRole('heading', { name: 'Thank you for your submission!' })).toBeFocused()
  await expect(page.getByText('Your response has been recorded.')).toBeVisible()
  await expect(page.locator('output')).toHaveText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await look(page, 'public-form-thanks')
  expect(await phone.cookies(), 'nobody is followed').toEqual([])
})

test('Without scripts the form works as well, and a refused answer is shown again', async ({ openBrowser, faults }) => {
  faults.expect(FAILED_CALL)
  const elements: FormElement[] = [
    { id: 'txt-1', type: 'textbox', label: 'Your name', required: true },
    { id: 'eml-1', type: 'email', label: 'Email', required: true },
  ]
  const path = await publishedForm(await openBrowser({ as: 'maya' }), 'Contact us', elements)
  const page = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto(path)
  await page.getByLabel('Your name').fill('Ada "the first" <b>')
  await page.getByLabel('Email').fill('ada')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to submit form. Please try again.')
  await expect(page.getByLabel('Your name')).toHaveValue('Ada "the first" <b>')
  await expect(page.getByText('Enter an email address, like name@example.com.')).toBeVisible()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()
})

test('A first visit to a form is light, with the font, and comes from nowhere else', async ({ openBrowser }) => {
  const path = await publishedForm(await openBrowser({ as: 'maya' }), 'Light', INTAKE)
  const page = await (await openBrowser()).newPage()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes = new Map<string, number>()
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const cookies: (string | null)[] = []
  page.on('response', async (response) => cookies.push(await response.headerValue('set-cookie')))
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'first visit', description: `${bytes} bytes in all` })
  expect(addresses.filter((url) => !url.startsWith(`${origins.app}/public/`))).toEqual([])
  expect(cookies.filter((one) => one !== null)).toEqual([])
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(BUDGET)
})

/** What would show that a text was run or followed; refused policies are faults of every journey. */
function watch(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('dialog', (dialog) => void seen.push(`dialog: ${dialog.message()}`))
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== origins.app && protocol !== 'blob:' && protocol !== 'data:') seen.push(request.url())
  })
  return seen
}

const hasRun = (page: Page) => page.evaluate(() => 'hostileRan' in globalThis)

test('Hostile texts are read as texts: on the page, in the builder and among the submissions', async ({
  openBrowser,
}) => {
  const [title = '', other = ''] = HOSTILE_TEXTS.slice(1)
  const texts: FormElement[] = HOSTILE_TEXTS.map((text, n) => ({
    id: `txt-${n + 1}`,
    type: 'textbox',
    label: text,
    helpText: text,
    placeholder: text,
  }))
  const choice: FormElement = { id: 'dd-1', type: 'dropdown', label: 'Choice', options: [...HOSTILE_TEXTS] }
  const author = await openBrowser({ as: 'maya' })
  const settings = { submitButtonText: 'Submit', thank_you: title, contact: title, privacy_url: `javascript:${title}` }
  const path = await publishedForm(author, title, [...texts, choice], settings)
  const visitor = await openBrowser()
  const seen = [watch(author), watch(visitor)]

  const page = await visitor.newPage()
  const filled = HOSTILE_TEXTS.slice(0, 50).map((text, n): [string, string] => [`txt-${n + 1}`, text])
  await page.goto(`${path}?${new URLSearchParams([...filled, [title, title]]).toString()}`)
  await expect(page.locator('#f-txt-2')).toHaveValue(title)
  await page.getByLabel('Choice').selectOption(other)
  expect(await hasRun(page)).toBe(false)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()
  const receipt = (await page.locator('output').textContent()) ?? ''
  expect(await hasRun(page)).toBe(false)

  const builder = await author.newPage()
  await builder.goto(`${path.replace('/public', '')}?edit=true`)
  await expect(builder.getByRole('combobox', { name: 'Insert an element' })).toBeVisible()
  await expect(builder.getByText(title).first()).toBeVisible()
  expect(await hasRun(builder)).toBe(false)
  await builder.goto(`${path.replace('/public', '')}/submissions`)
  await builder.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(builder.getByRole('complementary', { name: receipt })).toContainText(other)
  expect(await hasRun(builder)).toBe(false)
  expect(seen).toEqual([[], []])
})
