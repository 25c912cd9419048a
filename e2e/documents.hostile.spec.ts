import type { BrowserContext, Page } from '@playwright/test'
import type { DocumentId } from '@throughline/contracts/ids'
import type { End, Hostile } from '../server/test/hostile/hostile.ts'
import { HOSTILE_FILES } from '../server/test/hostile/hostile-files.ts'
import { makeFirm } from './support/firm.ts'
import { AS_PAGES_ASK, preview, processed, sendBytes } from './support/previews.ts'
import { origins, setting } from './support/settings.ts'
import { expect, test } from './support/test.ts'

const OURS = [origins.app, setting('USERCONTENT_ORIGIN')]

/** What would show that something in a file was run or followed. */
function watch(context: BrowserContext) {
  const seen: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!OURS.includes(origin) && protocol !== 'blob:' && protocol !== 'data:') seen.push(`asked for ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    seen.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (page) => {
    page.on('popup', (popup) => seen.push(`opened ${popup.url()}`))
    page.on('download', (download) => seen.push(`saved ${download.suggestedFilename()}`))
  })
  return seen
}

const SAID: Record<Extract<End, { is: 'kept' }>['preview'], RegExp | undefined> = {
  unsupported: /No preview for this type of file/,
  failed: /This file couldn’t be read/,
  image: undefined,
  pdf: undefined,
  text: undefined,
  table: undefined,
  words: undefined,
}

/** It is shown as what it is, or the preview says why it is not. */
async function expectEnd(page: Page, { end }: Hostile) {
  const dialog = preview(page)
  if (end.is === 'infected') {
    await expect(dialog.getByText('This file contains malware')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    return
  }
  const said = SAID[end.preview]
  if (said) await expect(dialog.getByText(said)).toBeVisible()
  else if (end.preview === 'image') await expect(dialog.locator('section img')).toBeVisible()
  else if (end.preview === 'pdf') await expect(dialog.locator('section canvas').first()).toBeVisible()
  else if (end.preview === 'table') await expect(dialog.getByRole('grid')).toBeVisible()
  else await expect(dialog.getByRole('region').or(dialog.getByText('This file is empty')).first()).toBeVisible()
}

/** Pressed in the middle: whatever link or field a file has there does nothing. */
async function pressIt(page: Page) {
  const place = preview(page).getByRole('region').first()
  if (await place.isVisible()) await place.click({ position: { x: 300, y: 120 } })
}

const endOf = ({ end }: Hostile) => (end.is === 'infected' ? end.is : end.preview)
const isDrawn = (file: Hostile) => !['infected', 'unsupported', 'failed'].includes(endOf(file))

/** All that a browser draws, and one of each end that is only said in words; the worker's test has all of them. */
const FILES = HOSTILE_FILES.filter(
  (file, place) => isDrawn(file) || HOSTILE_FILES.findIndex((other) => endOf(other) === endOf(file)) === place,
)
const half = Math.ceil(FILES.length / 2)

for (const [part, files] of [FILES.slice(0, half), FILES.slice(half)].entries()) {
  test(`Hostile files are opened one after another, part ${part + 1}`, async ({ openBrowser }) => {
    const { host } = await makeFirm('Olga Brandt', {})
    const context = await openBrowser({ ...AS_PAGES_ASK, as: host.username })
    const seen = watch(context)
    const page = await context.newPage()
    await page.goto('/files')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const sent = new Map<DocumentId, Hostile>()
    for (const file of files) sent.set(await sendBytes(page, file.name, file.content()), file)
    await Promise.all([...sent.keys()].map((id) => processed(host, id)))

    await page.reload()
    await page.locator('[data-row] [data-main]').first().focus()
    await page.keyboard.press('Space')
    const opened = new Set<DocumentId>()
    while (opened.size < sent.size) {
      const before = opened.size
      await expect.poll(() => idIn(page, sent), { message: `after ${before} files` }).not.toBeUndefined()
      const id = idIn(page, sent)
      const file = id && sent.get(id)
      if (!id || !file) throw new Error('the preview shows a file that nobody sent')
      expect(opened, `${file.what} comes once`).not.toContain(id)
      opened.add(id)
      await test.step(file.what, async () => {
        await expectEnd(page, file)
        await pressIt(page)
        expect(await page.evaluate(() => Reflect.has(window, 'hostileRan')), file.what).toBe(false)
        expect(seen, file.what).toEqual([])
      })
      await preview(page).focus()
      await page.keyboard.press('ArrowRight')
      if (opened.size < sent.size) await expect.poll(() => idIn(page, sent)).not.toBe(id)
    }
    await page.keyboard.press('Escape')
    await expect(preview(page)).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/files')
  })
}

/** The address says which one is looked at. */
function idIn(page: Page, sent: ReadonlyMap<DocumentId, Hostile>): DocumentId | undefined {
  const said = new URL(page.url()).searchParams.get('preview')?.replaceAll('"', '')
  return [...sent.keys()].find((id) => id === said)
}
