import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { generateReport } from '@throughline/contracts/reports'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin } from './support/running.ts'
import { setting } from './support/settings.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const TITLES = ['Vale and sons', 'Harbor Books', 'Osprey Energy']
/** Takes as long as a report may, unless somebody stops it. */
const ENDLESS = 'select sum(power(1.0001, a + b)) from generate_series(1, 10000) a, generate_series(1, 10000) b'

/** A firm with three visits under way. */
async function firm() {
  const made = await makeFirm('Nora Quist', { ben: 'Ben Borrow' })
  const workflow = await withWorkflow(made.host, visit)
  for (const title of TITLES) await begin(made.host, workflow, { title })
  return { ...made, workflow }
}

const dialog = (page: Page, name = 'Create New Report') => page.getByRole('dialog', { name })
const cells = (page: Page, title: string) => page.getByRole('table', { name: title }).getByRole('cell')

/** Written at once, as a paste: completion does not add to it. */
async function writeQuery(page: Page, query: string) {
  await page.getByRole('textbox', { name: 'Query' }).fill(query)
}

async function exported(page: Page, format: 'CSV' | 'XLSX'): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format }).click()
  return readFile(await (await download).path())
}

test('A query with a parameter is previewed, kept, drawn, exported, and run again with another value', async ({
  openBrowser,
}) => {
  const { host } = await firm()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/reports?panel=new')
  await dialog(page).getByLabel('Report Name').fill('Visits by name')
  await writeQuery(
    page,
    'select name, count(*) as visits\nfrom instances\nwhere name like {{like}}\ngroup by name order by name',
  )
  await page.getByLabel('Value of like').fill('%')
  await page.getByRole('textbox', { name: 'Query' }).press('ControlOrMeta+Enter')
  await expect(dialog(page).getByText('All 3 rows')).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: 'Osprey Energy' })).toBeVisible()
  await look(page, 'report-create', 1024)
  await dialog(page).getByRole('radio', { name: 'Chart' }).check()
  await expect(dialog(page).getByRole('heading', { name: 'visits by name' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Create Report' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Visits by name' })).toBeVisible()
  await expect(cells(page, 'Visits by name')).toHaveText([
    'Harbor Books',
    '1',
    'Osprey Energy',
    '1',
    'Vale and sons',
    '1',
  ])
  await look(page, 'report', 1024)
  expect((await exported(page, 'CSV')).toString('utf8').split('\r\n').slice(1)).toEqual([
    'Harbor Books,1',
    'Osprey Energy,1',
    'Vale and sons,1',
    '',
  ])
  const { Report: sheet = {} } = read(await exported(page, 'XLSX')).Sheets
  expect(utils.sheet_to_json(sheet, { header: 1, raw: true })).toEqual([
    ['name', 'visits'],
    ['Harbor Books', 1],
    ['Osprey Energy', 1],
    ['Vale and sons', 1],
  ])

  await page.getByLabel('Value of like').fill('Vale%')
  await expect(cells(page, 'Visits by name')).toHaveText(['Vale and sons', '1'])
  await expect(page).toHaveURL(/p\.like=Vale/)
  await page.getByRole('button', { name: 'Past runs' }).click()
  await page.getByRole('menuitem', { name: /3 rows$/ }).click()
  await expect(page.getByText(/^Results from Today/)).toBeVisible()
  await expect(cells(page, 'Visits by name')).toHaveCount(6)
})

test('A refused query is never sent, a failed one says where, and both are mended with the keyboard alone', async ({
  openBrowser,
}) => {
  const { host } = await firm()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/reports')
  await expect(page.getByRole('heading', { name: 'Ask your work a question' })).toBeVisible()
  await look(page, 'reports-empty', 1024)
  await page.keyboard.press('n')
  await page.keyboard.press('r')
  await expect(dialog(page).getByLabel('Report Name')).toBeFocused()
  // Over the mode and the button of the preview.
  for (const _ of ['mode', 'preview', 'query']) await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Query' })).toBeFocused()
  await page.keyboard.insertText('select *\nfrom pg_class')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page).getByText('Line 2: There is no view “pg_class”.')).toBeVisible()
  await expect(dialog(page).getByText('Nothing was sent to the database.')).toBeVisible()
  await look(page, 'report-refused', 1024)
  await dialog(page).getByRole('button', { name: 'Create Report' }).press('Enter')
  await expect(dialog(page).getByText('Report name is required')).toBeVisible()

  await page.getByRole('textbox', { name: 'Query' }).press('ControlOrMeta+a')
  await page.keyboard.insertText('select\n  nmae from instances')
  await dialog(page).getByLabel('Report Name').press('End')
  await page.keyboard.type('Names')
  await dialog(page).getByRole('button', { name: 'Create Report' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Column "nmae" does not exist.')
  await expect(page.getByText('Line 2 is where it failed')).toBeVisible()
  await expect(page.getByText('3', { exact: true })).toBeVisible()
  await look(page, 'report-failed', 1024)

  await page.getByRole('link', { name: 'Fix query' }).press('Enter')
  await page.getByRole('textbox', { name: 'Query' }).press('ControlOrMeta+a')
  await page.keyboard.insertText('select name from instances order by 1')
  await dialog(page, 'Edit report').getByRole('button', { name: 'Save and run' }).press('Enter')
  await expect(cells(page, 'Names')).toHaveText([...TITLES].sort())
})

test('A report that runs counts in the list, is stopped there, and deleted', async ({ openBrowser }) => {
  const { host } = await makeFirm('Ida Stop', {})
  await host.call(generateReport, { body: { title: 'Everything', query_params: { query: ENDLESS } } })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/reports')
  const row = page.getByRole('row', { name: /Everything/ })
  await expect(row.getByText(/^0 rows, 0:0[1-9]/)).toBeVisible()
  await look(page, 'reports', 1024)
  await row.getByRole('button', { name: 'Stop Everything' }).press('Enter')
  await expect(row.getByText('You stopped this report.')).toBeVisible()
  await row.getByRole('button', { name: 'Delete Everything' }).press('Enter')
  await expect(row).toBeHidden()
  await expect(toast(page, 'Everything moved to trash')).toBeVisible()
})

test('A colleague’s report runs as oneself: the same question, answered by what each can see', async ({
  openBrowser,
}) => {
  const { host, staff } = await firm()
  const query = 'select name, role from members order by name'
  const { id } = await host.call(generateReport, { body: { title: 'People', query_params: { query } } })
  const page = await (await openBrowser({ as: staff.ben.username })).newPage()
  await page.goto('/reports')
  const row = page.getByRole('row', { name: /People/ })
  await expect(row.getByText('Not run yet')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await row.getByRole('link', { name: 'View People' }).click()
  await expect(page).toHaveURL(`/reports/${id}`)
  await expect(page.getByText(/By Nora Quist · ran as you today/)).toBeVisible()
  await expect(cells(page, 'People').first()).toHaveText('Ben Borrow')
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('A question in plain words becomes a query that is read before it runs, by rules or by a model', async ({
  openBrowser,
}) => {
  const { host } = await firm()
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/reports')
  await page.getByLabel('Or ask in plain words').fill('How many instances by status?')
  await page.getByRole('button', { name: 'Generate Query' }).click()
  await expect(dialog(page).getByText('Drafted by built-in rules from “How many instances by status?”')).toBeVisible()
  await expect(dialog(page).getByText('Not run yet')).toBeVisible()
  await look(page, 'report-generated', 1024)
  await dialog(page).getByRole('button', { name: 'Ask again' }).click()
  await expect(dialog(page).getByText('Built-in rules, no language model.')).toBeVisible()
  await look(page, 'report-copilot', 1024)
  await dialog(page).getByText('Standard', { exact: true }).click()
  await dialog(page).getByLabel('Report Name').fill('By status')
  await dialog(page).getByRole('button', { name: 'Create Report' }).click()
  await expect(cells(page, 'By status').last()).toHaveText('3')

  const body = { name: 'draft-small', address: setting('MODEL_URL'), key: setting('MODEL_KEY') }
  const { data } = await host.call(connectModel, { body })
  await host.call(chooseModel, { body: { model_id: data.id } })
  await page.goto('/reports?panel=new')
  await dialog(page).getByText('Copilot', { exact: true }).click()
  await dialog(page).getByLabel('What do you want to know?').fill('Count tasks by status')
  await dialog(page).getByRole('button', { name: 'Generate Query' }).click()
  await expect(dialog(page).getByText('Drafted by draft-small from “Count tasks by status”')).toBeVisible()
  await dialog(page).getByLabel('Report Name').fill('Tasks by status')
  await dialog(page).getByRole('button', { name: 'Create Report' }).click()
  await expect(cells(page, 'Tasks by status').last()).toHaveText('3')
})
