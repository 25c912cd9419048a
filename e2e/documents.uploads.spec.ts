import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Document, linkDocument, listDocuments } from '@throughline/contracts/documents'
import type { Caller } from './support/api.ts'
import { withWorkflow } from './support/builder.ts'
import { visit } from './support/cases.ts'
import { FAILED_CALL, LOST_SOCKET } from './support/faults.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { begin, openTask } from './support/running.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'
import {
  connectionOf,
  dropPaths,
  hashOfLarge,
  holdOver,
  keepLarge,
  TEST_VIRUS,
  tray,
  trayRow,
} from './support/uploads.ts'

const main = (page: Page) => page.locator('#main')
const text = (name: string, content = `What ${name} says`) => ({ name, text: content })

/** What they have uploaded, by name. */
const documentsOf = async ({ call }: Caller): Promise<Map<string, Document>> =>
  new Map((await call(listDocuments, { query: { limit: '100' } })).map((document) => [document.name, document]))

function documentIn(documents: Map<string, Document>, name: string): Document {
  const found = documents.get(name)
  if (!found) throw new Error(`${name} did not arrive`)
  return found
}

/** Sixteen parts, of which four are sent at once: each time it is cut, some have arrived and some are lost. */
const MEGABYTES = 128

/** Without the header by which journeys have an address of their own: the store allows no header at all. */
const AS_IT_IS = { extraHTTPHeaders: {} }

/** Everything that listens for files comes when the page is idle. */
async function openPage(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

test('Eight files are dropped at once; the one with a virus stays closed to everybody', async ({ openBrowser }) => {
  test.slow()
  const { host } = await makeFirm('Lena Voss', {})
  const workflow = await withWorkflow(host, visit)
  for (const title of ['Vale and sons', 'Northgate'])
    await openTask(host, (await begin(host, workflow, { title })).id, 'Plan the visit')
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openPage(page, '/files')
  const files = Array.from({ length: 8 }, (_, number) =>
    number === 5 ? text('invoice_2291.txt', TEST_VIRUS) : text(`Receipt ${number}.txt`),
  )
  const { letGo } = await holdOver(main(page), files)
  await expect(page.getByText('Drop 8 items')).toBeVisible()
  await expect(page.getByText('Plan the visit')).toHaveCount(2)
  await look(page, 'uploads-drop')
  await letGo()

  await expect(page.getByText('Drop 8 items')).toHaveCount(0)
  await expect(tray(page).getByRole('listitem')).toHaveCount(8)
  const bad = trayRow(page, 'invoice_2291.txt')
  await expect(bad).toContainText(/Quarantined: .*Eicar.* No one can open it\./i, { timeout: 30_000 })
  await expect(tray(page).getByRole('link', { name: /^Open Receipt/ })).toHaveCount(7, { timeout: 30_000 })
  await expect(tray(page).getByRole('listitem').first()).toContainText('invoice_2291.txt')
  await expect(tray(page)).toContainText('1 quarantined')
  await look(page, 'uploads-tray', 390)

  const documents = await documentsOf(host)
  expect([...documents.values()].filter(({ downloadable }) => downloadable)).toHaveLength(7)
  const infected = documentIn(documents, 'invoice_2291.txt')
  expect(infected.processing.state).toBe('infected')
  const params = { documentId: infected.id }
  await expect(host.call(linkDocument, { params, query: {} })).rejects.toMatchObject({ status: 404 })

  await bad.getByRole('button', { name: 'Delete invoice_2291.txt' }).click()
  await expect(toast(page, 'File deleted successfully')).toBeVisible()
  await expect(tray(page).getByRole('listitem')).toHaveCount(7)
  await expect(tray(page)).toContainText('7 files uploaded')
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(tray(page)).toBeVisible()
  await tray(page).getByRole('button', { name: 'Close tray' }).click()
  await expect(tray(page)).toHaveCount(0)
})

test('A large file arrives as it was, though the network is cut twice and the page reloaded', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  faults.expect(FAILED_CALL, LOST_SOCKET)
  const { host } = await makeFirm('Mona Reid', {})
  const page = await (await openBrowser({ as: host.username, ...AS_IT_IS })).newPage()
  await openPage(page, '/files')
  await keepLarge(page, 'Bank statements 2025-26.bin', MEGABYTES)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Upload documents' })
  await form.getByLabel('Drop files here or choose them').click()
  await expect(form.getByText(`${MEGABYTES} MB`)).toBeVisible()
  const connection = await connectionOf(page)
  await connection.slow(16)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()

  const row = trayRow(page, 'Bank statements')
  const progress = row.getByRole('progressbar')
  const reached = (part: number) =>
    expect.poll(async () => Number(await progress.getAttribute('value')), { intervals: [50] }).toBeGreaterThan(part)
  const cutAt = async (part: number) => {
    await reached(part)
    await connection.cut()
    await expect(row).toContainText(/Connection lost at [\d.]+ MB\. Resumes from there, even after a reload\./)
  }
  await cutAt(30)
  await look(page, 'uploads-offline')
  await connection.free()
  await expect(row).toContainText(/MB sent/)
  await cutAt(55)
  // So slow that it cannot end before the page is loaded anew.
  await connection.slow(0.5)
  await expect(row).toContainText(/MB sent/)
  page.once('dialog', (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    void dialog.accept()
  })
  await page.reload()
  await expect(row).toContainText(/MB sent/)
  await connection.slow(1_000)
  await expect(row.getByRole('link', { name: /^Open/ })).toBeVisible({ timeout: 90_000 })

  const [document] = (await documentsOf(host)).values()
  expect(document).toMatchObject({ name: 'Bank statements 2025-26.bin', size: MEGABYTES * 1_048_576, version_count: 1 })
  expect(document?.sha256).toBe(hashOfLarge(MEGABYTES))
})

test('Folders, cards, task pages and the clipboard take files', async ({ openBrowser }) => {
  test.slow()
  const { host } = await makeFirm('Olga Brandt', {})
  const { id } = await begin(host, await withWorkflow(host, visit), { title: 'Vale and sons' })
  const task = await openTask(host, id, 'Plan the visit')
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  await mkdir(join(folder, 'Contracts/2026'), { recursive: true })
  for (const path of [
    'Contracts/readme.txt',
    'Contracts/2026/readme.txt',
    'Contracts/2026/lease.txt',
    'Contracts/.DS_Store',
  ])
    await writeFile(join(folder, path), `This is ${path}`)
  const page = await (await openBrowser({ as: host.username })).newPage()
  const opened = (name: string) => tray(page).getByRole('link', { name: `Open ${name}` })

  await openPage(page, '/home')
  await dropPaths(page, main(page), [join(folder, 'Contracts')])
  for (const name of ['Contracts - readme.txt', '2026 - readme.txt', 'lease.txt'])
    await expect(opened(name)).toBeVisible()
  const documents = await documentsOf(host)
  expect(documents.size).toBe(3)
  expect(documents.get('lease.txt')).toMatchObject({ description: 'Contracts/2026', attachment_level: 'workspace' })

  await openPage(page, '/tasks?view=board')
  const card = page.getByRole('article').filter({ hasText: 'Plan the visit' })
  const held = await holdOver(card, [text('agenda.txt')])
  await expect(page.getByText('Files you drop go to Plan the visit.')).toBeVisible()
  await look(page, 'uploads-card')
  await held.letGo()
  await expect(trayRow(page, 'agenda.txt')).toContainText('Uploaded to Plan the visit')

  await openPage(page, `/tasks/${task.id}`)
  await expect(page.getByText('agenda.txt').first()).toBeVisible()
  await (
    await holdOver(
      page
        .getByText('No comments yet')
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
      [text('agenda.txt', 'Ten')],
    )
  ).letGo()
  await expect(trayRow(page, 'agenda.txt')).toContainText('Version 2 on Plan the visit')

  await page.getByRole('heading', { level: 1 }).first().click()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pixels'], 'image.png', { type: 'image/png', lastModified: 1_700_000_000_000 }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const form = page.getByRole('dialog', { name: 'Upload documents' })
  await expect(form.getByRole('combobox', { name: 'Task' })).toHaveValue('Plan the visit')
  await expect(form.getByText('Pasted 2023-11-14 22.13.20.png')).toBeVisible()
  await look(page, 'uploads-form')
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(trayRow(page, 'Pasted 2023-11-14')).toContainText('Uploaded to Plan the visit')
  const pasted = documentIn(await documentsOf(host), 'Pasted 2023-11-14 22.13.20.png')
  expect(pasted).toMatchObject({ task_id: task.id, category: 'other' })
})

test('With keys alone: chosen, described, uploaded, and the tray closed', async ({ openBrowser }) => {
  const { host } = await makeFirm('Petra Sand', {})
  const { name } = await withWorkflow(host, visit)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openPage(page, '/files')
  await keepLarge(page, 'Small.bin', 1)
  await page.getByRole('button', { name: 'Upload', exact: true }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Upload documents' })
  await expect(form.getByLabel('Drop files here or choose them')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Small.bin')).toBeVisible()
  await form.getByRole('combobox', { name: 'Workflow' }).focus()
  await page.keyboard.type(name.slice(0, 4))
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await form.getByRole('textbox', { name: /^Description/ }).focus()
  await page.keyboard.type('By hand')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const row = trayRow(page, 'Small.bin')
  await expect(row.getByRole('link', { name: 'Open Small.bin' })).toBeVisible()
  const [document] = (await documentsOf(host)).values()
  expect(document).toMatchObject({ workflow_name: name, description: 'By hand', category: 'other' })
  await tray(page).getByRole('button', { name: 'Collapse tray' }).focus()
  await page.keyboard.press('Enter')
  await expect(tray(page).getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(tray(page)).toHaveCount(0)
})
