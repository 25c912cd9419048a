import type { Page } from '@playwright/test'
import { withWorkflow } from './support/builder.ts'
import { countersign } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, openTask } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import { tray } from './support/uploads.ts'

const letter = (rate: string, name = 'Engagement letter.txt') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(
    ['Engagement letter', '', 'Bookkeeping, monthly 3,200', `Manager, hourly ${rate}`, 'Harbor'].join('\n'),
  ),
})

async function attach(page: Page, rate: string, name?: string) {
  const add = page.getByRole('button', { name: 'Add file' })
  await expect(add).toBeVisible()
  const chosen = page.waitForEvent('filechooser')
  await add.click()
  await (await chosen).setFiles(letter(rate, name))
}

const approve = (page: Page, version: number) =>
  page.getByRole('button', { name: new RegExp(`^Approve version ${version}`) })
const pressAgain = 'Your decision wasn’t recorded. Press again to decide on the current versions.'
/** A asks once more in place, ↵ confirms. */
async function approveByKeys(page: Page) {
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Approve.*↵/ })).toBeFocused()
  await page.keyboard.press('Enter')
}

const vote = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('An approval is about the exact bytes: a later version asks again', async ({ openBrowser }) => {
  test.slow()
  const people = { ada: 'Ada Obi', ben: 'Ben Cho', cleo: 'Cleo Marsh' }
  const { host, staff } = await makeFirm('Nora Vale', people)
  const workflow = await withWorkflow(host, countersign(staff.ada, staff.ben, staff.cleo))
  const { id } = await begin(host, workflow, { title: 'Meridian Foods' })
  const task = await openTask(host, id, 'Countersign the letter')
  const page = await (await openBrowser({ as: staff.ada.username })).newPage()
  const theirs = await (await openBrowser({ as: staff.ben.username })).newPage()

  await page.goto(`/tasks/${task.id}`)
  await attach(page, '165.00')
  await expect(page.getByText('Manager, hourly 165.00')).toBeVisible()
  await expect(approve(page, 1)).toBeVisible()
  await look(page, 'approval-file', 1024)
  await theirs.goto(`/tasks/${task.id}`)
  await expect(approve(theirs, 1)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  // The file came after the question: the first time takes it in hand, the next decides.
  await approveByKeys(page)
  await expect(page.getByText(pressAgain)).toBeVisible()
  await approveByKeys(page)
  await expect(toast(page, 'Approved')).toBeVisible()
  await expect(vote(theirs, 'Ada Obi').getByText('Approved')).toBeVisible()
  await expect(theirs.getByText('1 of 2 approvals')).toBeVisible()

  // Whoever replaces it takes Ada's approval away, and she is asked again.
  await attach(theirs, '145.00')
  await expect(approve(theirs, 2)).toBeVisible()
  await expect(theirs.getByText('Changed since approved by Ada Obi')).toBeVisible()
  await expect(vote(theirs, 'Ada Obi').getByText('Asked again')).toBeVisible()
  await expect(theirs.getByText('0 of 2 approvals')).toBeVisible()
  await expect(approve(page, 2)).toBeVisible()
  await expect(page.getByText('Manager, hourly 145.00')).toBeVisible()
  await look(theirs, 'approval-changed', 1024, 390)
  await theirs.getByRole('button', { name: 'Show changes' }).click()
  const compared = theirs.getByRole('dialog', { name: 'Version 1 and version 2' })
  await expect(compared.getByText('1 line removed, 1 line added')).toBeVisible()
  await expect(compared.getByText('Manager, hourly 165.00')).toBeVisible()
  await look(theirs, 'approval-compare')
  await theirs.keyboard.press('Escape')

  // One approval of the new version is one of two, whatever was said of the old one.
  await approve(theirs, 2).click()
  await expect(theirs.getByText(pressAgain)).toBeVisible()
  await approve(theirs, 2).click()
  await expect(theirs.getByText('1 of 2 approvals')).toBeVisible()
  await approve(page, 2).click()
  await openTask(host, id, 'File it')
  await expect(page.getByText('This has already been decided.')).toBeVisible()
})

test('Of a file: versions, a decision, a comment that names somebody, by keyboard', async ({ openBrowser }) => {
  test.slow()
  const { host, staff } = await makeFirm('Otto Brand', { ada: 'Ada Obi', ben: 'Ben Cho', cleo: 'Cleo Marsh' })
  const workflow = await withWorkflow(host, countersign(staff.ada, staff.ben, staff.cleo))
  const { id } = await begin(host, workflow, { title: 'Meridian Foods' })
  const task = await openTask(host, id, 'Countersign the letter')
  const page = await (await openBrowser({ as: host.username })).newPage()
  const theirs = await (await openBrowser({ as: staff.ada.username })).newPage()
  await page.goto(`/tasks/${task.id}`)
  await attach(page, '120.00', 'Annex.txt')
  await expect(page.getByText('Manager, hourly 120.00')).toBeVisible()
  await attach(page, '165.00')
  await expect(page.getByRole('link', { name: /Engagement letter/ })).toBeVisible()

  await page.goto('/files')
  await page.getByRole('link', { name: 'Engagement letter.txt' }).click()
  const panel = page.getByRole('complementary', { name: 'Details: Engagement letter.txt' })
  await expect(panel.getByRole('link', { name: 'Countersign the letter' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Annex.txt' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Details: Annex.txt' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Approve version 1' }).click()
  await expect(toast(page, 'Version 1 is approved')).toBeVisible()
  await expect(panel.getByText(/^Approved by Otto Brand/)).toBeVisible()
  const preview = panel.getByRole('button', { name: 'Preview', exact: true })
  await preview.scrollIntoViewIfNeeded()
  await look(page, 'files-panel')

  const chosen = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'New version' }).click()
  await (await chosen).setFiles(letter('145.00'))
  await expect(panel.getByText('Changed since approved by Otto Brand')).toBeVisible({ timeout: 30_000 })
  await expect(panel.getByText('In Review')).toBeVisible()
  await expect(tray(page).getByRole('link', { name: 'Open Engagement letter.txt' })).toBeVisible()
  await tray(page).getByRole('button', { name: 'Close tray' }).click()
  await panel.getByRole('button', { name: 'Show changes' }).click()
  await expect(page.getByRole('dialog').getByText('Manager, hourly 145.00')).toBeVisible()
  await page.keyboard.press('Escape')

  await panel.getByRole('button', { name: 'Restore version 1' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Restore version 1?' })
  await question.getByRole('button', { name: 'Restore version 1' }).press('Enter')
  await expect(toast(page, 'Version 1 is current again')).toBeVisible()
  await expect(panel.getByText('restored from version 1')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve version 3' })).toBeVisible()

  await theirs.goto(page.url())
  const box = panel.getByRole('textbox', { name: 'Write a comment' })
  await box.focus()
  await page.keyboard.type('Is the rate right, @Ad')
  await expect(page.getByRole('option', { name: /Ada Obi/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  const said = theirs.getByRole('list', { name: 'Comments' })
  await expect(said).toContainText('Is the rate right, @Ada Obi')
  await said.scrollIntoViewIfNeeded()
  await look(theirs, 'files-comment')
})
