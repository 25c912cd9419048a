import type { Page } from '@playwright/test'
import { docx, xlsx } from '../server/test/hostile/office.ts'
import { pdf } from '../server/test/hostile/pdf.ts'
import { makeFirm } from './support/firm.ts'
import { look } from './support/look.ts'
import { harbourPicture } from './support/pictures.ts'
import { AS_PAGES_ASK, preview, processed, sendBytes } from './support/previews.ts'
import { expect, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => preview(page).getByRole('heading', { name, exact: true })
const found = (page: Page) => preview(page).locator('mark[aria-current]')

/** By its row and the space bar. */
async function peek(page: Page, name: string) {
  await row(page, name).focus()
  await page.keyboard.press('Space')
  await expect(title(page, name)).toBeVisible()
  await expect(preview(page)).toBeFocused()
}

async function find(page: Page, words: string) {
  await page.keyboard.press('/')
  await expect(preview(page).getByRole('searchbox', { name: 'Find in file' })).toBeFocused()
  await page.keyboard.type(words)
}

const LETTER = ['Engagement letter', 'Appendix A: what is done', 'Appendix B: fee schedule', 'Signatures']
const NOTES = Array.from({ length: 2_000 }, (_, n) => (n === 1_500 ? 'the fee is agreed' : `line ${n}`)).join('\n')
const FEES = [
  ['Service', 'Fee'],
  ['Bookkeeping, monthly', '3200'],
  ['Payroll, up to 150 people', '1650'],
]

test('Each kind of file is looked at by keys alone', async ({ openBrowser }) => {
  const { host } = await makeFirm('Petra Lund', {})
  const page = await (await openBrowser({ ...AS_PAGES_ASK, as: host.username })).newPage()
  await page.goto('/files')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const files: [string, Buffer][] = [
    ['7 program.bin', Buffer.from([0, 1, 2, 3, 250, 251])],
    ['6 letter.docx', docx({ heading: 'Appendix B', paragraphs: ['Fees are payable monthly.'], bold: 'In advance.' })],
    [
      '5 fees.xlsx',
      xlsx({
        Fees: FEES,
        Hours: [
          ['Week', 'Hours'],
          ['46', '12'],
        ],
      }),
    ],
    ['4 fees.csv', Buffer.from(FEES.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'))],
    ['3 notes.txt', Buffer.from(NOTES)],
    ['2 harbour.png', (await harbourPicture(page)).buffer],
    ['1 engagement letter.pdf', pdf({ texts: LETTER })],
  ]
  const sent = []
  for (const [name, content] of files) sent.push(await sendBytes(page, name, content))
  await Promise.all(sent.map((id) => processed(host, id)))
  await page.goto('/files?sort=name&order=asc')

  await peek(page, '1 engagement letter.pdf')
  await expect(preview(page).getByText('page 1 of 4')).toBeVisible()
  await expect(preview(page).locator('section canvas').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(preview(page).getByText('page 2 of 4')).toBeVisible()
  await page.keyboard.press('+')
  await expect(preview(page).getByText('110%')).toBeVisible()
  await page.keyboard.press('-')
  await look(page, 'files-preview-pdf', 1024)
  await find(page, 'fee sch')
  await expect(found(page)).toHaveText('fee sch')
  await expect(preview(page).getByText('1 of 1', { exact: true })).toBeVisible()
  await look(page, 'files-preview-find')
  await page.keyboard.press('Escape')
  await expect(preview(page)).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByRole('img', { name: '2 harbour.png' })).toBeVisible()
  await look(page, 'files-preview-picture')

  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByText('line 0', { exact: true })).toBeVisible()
  await find(page, 'FEE is')
  await expect(found(page)).toBeInViewport()
  await look(page, 'files-preview-text')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByRole('grid').getByText('Bookkeeping, monthly')).toBeVisible()
  await look(page, 'files-preview-csv')

  await page.keyboard.press('ArrowRight')
  const sheet = preview(page).getByRole('grid', { name: 'Sheet Fees' })
  await sheet.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const reached = await sheet.getAttribute('aria-activedescendant')
  await expect(preview(page).locator(`[id="${reached}"]`)).toHaveText('3200')
  await look(page, 'files-preview-sheet')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByRole('grid', { name: 'Sheet Hours' })).toBeVisible()
  await preview(page).focus()

  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByRole('heading', { name: 'Appendix B' })).toBeVisible()
  await look(page, 'files-preview-word')

  await page.keyboard.press('ArrowRight')
  await expect(preview(page).getByText('No preview for this type of file')).toBeVisible()
  await look(page, 'files-preview-none')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saved).suggestedFilename()).toBe('7 program.bin')

  await page.keyboard.press('Space')
  await expect(preview(page)).toHaveCount(0)
  await peek(page, '3 notes.txt')
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: /3 notes\.txt/ })).toBeVisible()
})

test('Of a hundred pages only those in sight are drawn; a phone shows a file on its whole screen', async ({
  openBrowser,
}) => {
  const { host } = await makeFirm('Ruth Vale', {})
  const page = await (await openBrowser({ ...AS_PAGES_ASK, as: host.username })).newPage()
  await page.goto('/files')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const texts = Array.from({ length: 100 }, (_, n) => (n === 79 ? 'The needle is here' : `Page ${n + 1}`))
  await processed(host, await sendBytes(page, 'long.pdf', pdf({ texts })))
  await page.reload()
  await peek(page, 'long.pdf')
  await expect(preview(page).getByText('page 1 of 100')).toBeVisible()
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowDown')
  await expect(preview(page).getByText('page 21 of 100')).toBeVisible()
  await expect(preview(page).getByRole('region', { name: 'Page 21', exact: true }).locator('canvas')).toBeVisible()
  await find(page, 'needle')
  await expect(found(page)).toBeInViewport()
  expect(await preview(page).locator('canvas').count()).toBeLessThan(30)

  const phone = await (
    await openBrowser({ ...AS_PAGES_ASK, as: host.username, viewport: { width: 390, height: 844 } })
  ).newPage()
  await phone.goto(page.url())
  await expect(preview(phone).getByText('page 1 of 100')).toBeVisible()
  const box = await preview(phone).boundingBox()
  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const paper = await preview(phone).getByRole('region', { name: 'Page 1', exact: true }).boundingBox()
  expect(paper?.width).toBeLessThanOrEqual(390)
  await look(phone, 'phone-preview-390')
})
