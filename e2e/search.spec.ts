import type { Page } from '@playwright/test'
import { addTaskComment } from '@throughline/contracts/comments'
import { editDocument } from '@throughline/contracts/document-acts'
import { type SearchGroup, search } from '@throughline/contracts/search'
import { pdf } from '../server/test/hostile/pdf.ts'
import { contentOf } from '../server/test/paper-contents.ts'
import type { Caller } from './support/api.ts'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { AS_PAGES_ASK, preview, processed, sendBytes } from './support/previews.ts'
import { begin, completes, openTask } from './support/running.ts'
import { greeting, openPalette } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const SOON = 3_000

/** What was done a moment ago is in the answer within three seconds. */
const soonFound = ({ call }: Caller, q: string, group: SearchGroup, name: string) =>
  expect
    .poll(async () => (await call(search, { query: { q } })).data[group].map((hit) => hit.name), {
      message: `${q} finds ${name}`,
      intervals: [100],
      timeout: SOON,
    })
    .toContain(name)

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const rows = (page: Page) => palette(page).getByRole('option')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const typed = (page: Page) => palette(page).getByRole('combobox')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('A comment, an answer, a scan and a new name are found within three seconds', async ({ openBrowser }) => {
  const { host } = await makeFirm('Nora Quist', {})
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const page = await (await openBrowser({ ...AS_PAGES_ASK, as: host.username })).newPage()
  await page.goto('/files')
  await expect(heading(page, 'All documents')).toBeVisible()

  const task = await openTask(host, id, 'Plan the visit')
  await host.call(addTaskComment, { params: { taskId: task.id }, body: { content: 'The ferry leaves at noon.' } })
  await soonFound(host, 'ferry', 'tasks', 'Plan the visit')
  await completes(host, id, 'Plan the visit', { reason: 'To measure the lighthouse' })
  await soonFound(host, 'lighthouse', 'tasks', 'Plan the visit')

  const scan = await contentOf('Permit.png', ['Harbour permit', 'Quayside berth 4711'])
  const permit = await sendBytes(page, 'Permit.png', scan.content)
  await processed(host, permit)
  await soonFound(host, 'quayside', 'files', 'Permit.png')
  await host.call(editDocument, { params: { documentId: permit }, body: { name: 'Mooring licence.png' } })
  await soonFound(host, 'mooring', 'files', 'Mooring licence.png')

  await page.goto('/search?q=ferry')
  const hit = group(page, 'Tasks').getByRole('row').filter({ hasText: 'Plan the visit' })
  await expect(hit).toContainText('Comment, Nora Quist: The ferry leaves at noon.')
  await expect(hit.locator('mark')).toHaveText('ferry')
  await hit.getByRole('link').click()
  await expect(page).toHaveURL(/[?&]taskId=/)
  await expect(page.getByRole('dialog')).toContainText('Plan the visit')

  await page.goto('/search?q=lighthouse')
  await expect(group(page, 'Tasks')).toContainText('Answer, Reason: To measure the lighthouse')
  await page.goto('/search?q=quayside')
  await expect(group(page, 'Files').getByRole('link', { name: 'Mooring licence.png' })).toBeVisible()
})

test('A PDF opens at the page that was found, marked, with its matches to step through', async ({ openBrowser }) => {
  const { host } = await makeFirm('Ines Holm', {})
  const page = await (await openBrowser({ ...AS_PAGES_ASK, as: host.username })).newPage()
  await page.goto('/files')
  await expect(heading(page, 'All documents')).toBeVisible()
  const texts = Array.from({ length: 12 }, (_, n) =>
    n % 5 === 3 ? `The tidal lock of basin ${n + 1}` : `Page ${n + 1}`,
  )
  await processed(host, await sendBytes(page, 'Harbour plan.pdf', pdf({ texts })))
  await soonFound(host, 'tidal lock', 'files', 'Harbour plan.pdf')

  await page.goto('/search?q=tidal+lock')
  const card = group(page, 'Files').getByRole('listitem')
  await expect(card).toContainText('Page 4 of 12')
  await expect(card).toContainText('and 1 more')
  await expect(card.locator('mark').first()).toHaveText('tidal')
  await look(page, 'search-file', 1024, 390)
  await page.keyboard.press('j')
  await expect(card.getByRole('link')).toBeFocused()
  await page.keyboard.press('Space')
  const current = (number: number) =>
    preview(page)
      .getByRole('region', { name: `Page ${number}`, exact: true })
      .locator('mark[aria-current]')
  await expect(current(4)).toHaveText('tidal')
  await expect(current(4)).toBeInViewport()
  await look(page, 'search-preview', 1024)
  for (let n = 0; n < 2; n++) await page.keyboard.press('Enter')
  await expect(current(9)).toHaveText('tidal')
  await expect(current(9)).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(preview(page)).toHaveCount(0)
  await expect(heading(page, 'Results for “tidal lock”')).toBeVisible()
})

test.describe('In the firm', () => {
  test.use({ as: 'maya' })

  test('Results of every kind, by tabs and by keys', async ({ page }) => {
    await page.goto('/search')
    await expect(page.getByText('Enter a search term to find tasks, files, and more')).toBeVisible()
    await look(page, 'search-first', 1024, 1920, 390)
    await page.goto('/search?q=meridian')
    await expect(group(page, 'Files').getByRole('listitem').first()).toBeVisible()
    for (const name of ['Tasks', 'Instances', 'More']) await expect(group(page, name)).toBeVisible()
    await look(page, 'search', 1024, 1920, 390)
    await page.keyboard.press('5')
    await expect(page).toHaveURL(/[?&]tab=files/)
    await expect(page.getByText('We search up to the first 1 MB of text in each file.')).toBeVisible()
    await look(page, 'search-files', 1024, 390)
    await page.getByRole('tab', { name: /^Instances/ }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /^Meridian Foods Ltd/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/instances\//)
  })

  test('Filters are typed, completed, and taken away by their chips', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('searchbox').click()
    await page.keyboard.type('letter type:pd')
    await expect(rows(page).first()).toHaveText('type:pdf')
    await look(page, 'palette-filter', 1024, 390)
    await page.keyboard.press('Enter')
    await expect(typed(page)).toHaveValue('letter type:pdf ')
    await page.keyboard.type('in:client')
    await rows(page).filter({ hasText: 'in:Client Onboarding' }).click()
    await expect(typed(page)).toHaveValue('letter type:pdf in:"Client Onboarding" ')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Results for “letter”')).toBeVisible()
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    await expect(chips).toHaveText([/^type\s*pdf$/, /^in\s*Client Onboarding$/])
    await expect(group(page, 'Files').getByRole('listitem').first()).toBeVisible()
    await look(page, 'search-filters', 1024, 390)
    await page.getByRole('link', { name: 'Remove filter: in Client Onboarding' }).click()
    await expect(page).toHaveURL('/search?q=letter+type%3Apdf')
    await expect(page.getByRole('searchbox')).toHaveValue('letter type:pdf')
    await expect(chips).toHaveCount(1)
    await page.goto('/search?q=letter+is%3Abogus')
    await expect(page.getByText('is:bogus isn’t recognized, so it was ignored.')).toBeVisible()
    await expect(chips).toHaveCount(0)
  })

  test('A wrong letter finds similar names; too narrow a search offers a wider one', async ({ page }) => {
    await page.goto('/search?q=meridan')
    await expect(page.getByText('Nothing matches exactly. These have similar names.')).toBeVisible()
    await expect(group(page, 'Instances').getByRole('link', { name: /Meridian Foods Ltd/ })).toBeVisible()
    await page.goto('/search?q=brightline+is%3Aunassigned+type%3Ainvoice')
    await expect(page.getByText('No results found for "brightline"')).toBeVisible()
    await look(page, 'search-none', 1024, 390)
    await page.getByRole('link', { name: /^Search without filters \d+ results/ }).click()
    await expect(page).toHaveURL('/search?q=brightline')
    await expect(group(page, 'Files').getByRole('listitem').first()).toBeVisible()
  })

  test('The palette, by keyboard alone', async ({ page }) => {
    await page.goto('/home')
    await expect(greeting(page)).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('brightl')
    await expect(rows(page).filter({ hasText: 'INV-20391 Brightline Freight.pdf' }).first()).toBeVisible()
    await expect(rows(page).locator('mark').first()).toHaveText('Brightline')
    await look(page, 'palette-matches', 1024, 390)
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveText('Show files of Brightline Freight')
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveText('Start an instance for Brightline Freight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/all-instances?panel=add&customer=Brightline+Freight')
    const panel = page.getByRole('complementary', { name: 'Add Instance' })
    await expect(panel.getByRole('combobox', { name: 'Workflow' })).toBeFocused()
    await page.keyboard.type('Invoice')
    await page.getByRole('option', { name: /Invoice Approval/ }).click()
    await expect(panel.getByRole('combobox', { name: 'Customer' })).toHaveValue('Brightline Freight')

    await openPalette(page)
    await page.keyboard.type('snooze')
    await expect(rows(page).filter({ hasText: 'Snooze and archive' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('customs')
    await expect(chosen(page)).toContainText('Brightline Freight, customs')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
    await expect(page).toHaveURL(/\/instances\//)
  })

  test('Without a connection the palette still finds files by name', async ({ page, context, faults }) => {
    faults.expect(LOST_SOCKET, FAILED_CALL, /Failed to fetch dynamically imported module/)
    await page.goto('/files')
    await expect(page.getByRole('link', { name: 'Client handbook.docx', exact: true })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('handbook')
    await expect(rows(page).filter({ hasText: 'Client handbook.docx' })).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await openPalette(page)
    await page.keyboard.type('passport')
    const found = rows(page).filter({ hasText: 'Passport A. Castell.jpg' })
    await expect(found).toContainText('opens instantly')
    await expect(found.locator('mark')).toHaveText('Passport')
    await look(page, 'palette-offline')
    await context.setOffline(false)
  })
})

test('On a phone the words stand at the top, and lead back', async ({ openBrowser }) => {
  const page = await (await openBrowser({ as: 'maya', viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/home')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(typed(page)).toBeFocused()
  await page.keyboard.type('fee schedule')
  await expect(rows(page).first()).toContainText(/fee schedule/i)
  await page.keyboard.press('Enter')
  const box = page.getByRole('searchbox', { name: 'Search tasks, files, and more' })
  await expect(box).toHaveValue('fee schedule')
  await expect(group(page, 'Files').getByRole('listitem').first()).toBeVisible()
  await look(page, 'search-phone')
  await box.fill('meridian')
  await box.press('Enter')
  await expect(heading(page, 'Results for “meridian”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('Enter a search term to find tasks, files, and more')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(heading(page, 'Results for “meridian”')).toBeVisible()
})
