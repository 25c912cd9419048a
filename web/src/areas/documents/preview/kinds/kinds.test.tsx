import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Preview } from '@throughline/contracts/document-preview'
import { expect, test } from 'vitest'
import { sampleDocument } from '../../testing/sample-document.ts'
import { texts } from '../preview.texts.ts'
import { browserParts } from '../testing/browser-parts.ts'
import { about, openPreview, press, serveFiles } from '../testing/open-preview.tsx'

browserParts()

const file = sampleDocument(1, 'file', 'text/plain')

async function show(preview: Preview) {
  serveFiles(about(file, preview))
  const opened = openPreview([file])
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  return opened
}

async function find(words: string) {
  press('/')
  const field = await screen.findByRole('searchbox', { name: texts.find })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: words } })
}

const current = () => document.querySelector('mark[aria-current]')?.textContent

test('a long text draws only the lines in sight; what is searched is counted and walked through', async () => {
  const lines = Array.from({ length: 5_000 }, (_, n) => (n % 1_000 === 0 ? `Line ${n} about FEES` : `Line ${n}`))
  await show({ kind: 'text', text: lines.join('\n'), cut: true })
  expect(await screen.findByText('Line 1')).toBeTruthy()
  expect(screen.queryByText('Line 4999')).toBeNull()
  expect(screen.getByText(texts.cutText)).toBeTruthy()
  await find('fees')
  expect(await screen.findByText(texts.hits(1, 5))).toBeTruthy()
  expect(current()).toBe('FEES')
  press('Enter', { shiftKey: true })
  expect(await screen.findByText(texts.hits(5, 5))).toBeTruthy()
  await find('nowhere')
  expect(await screen.findByText(texts.noHits)).toBeTruthy()
})

test('a text is text: markup in it is shown, never made', async () => {
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
  const { container } = await show({ kind: 'text', text: hostile, cut: false })
  expect(await screen.findByText(hostile)).toBeTruthy()
  expect(container.ownerDocument.querySelector('img, script')).toBeNull()
})

test('an empty text says so', async () => {
  await show({ kind: 'text', text: '', cut: false })
  expect(await screen.findByText(texts.emptyFile)).toBeTruthy()
})

const sheets = [
  {
    name: 'Fees',
    cut: false,
    rows: [
      ['Service', 'Fee'],
      ['Payroll', '1,650.00'],
      ['Books', '3,200.00'],
    ],
  },
  { name: 'Hours', cut: true, rows: Array.from({ length: 2_000 }, (_, n) => [`Week ${n}`, String(n)]) },
]

test('sheets are tabs; cells are walked with the arrows, which then lead to no other file', async () => {
  await show({ kind: 'table', sheets })
  const grid = await screen.findByRole('grid', { name: texts.sheet('Fees') })
  const reached = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([texts.rowNumber, 'A', 'B'])
  grid.focus()
  expect(reached()).toBe('Service')
  press('ArrowDown')
  press('ArrowRight')
  expect(reached()).toBe('1,650.00')
  press('PageDown')
  press('Home')
  expect(reached()).toBe('Books')
  press('End')
  press('ArrowUp')
  press('ArrowUp')
  press('ArrowUp')
  expect(reached()).toBe('Fee')
  fireEvent.click(screen.getByRole('tab', { name: 'Hours' }))
  expect(await screen.findByRole('grid', { name: texts.sheet('Hours') })).toBeTruthy()
  expect(screen.getByText(texts.cutRows)).toBeTruthy()
  expect(screen.queryByText('Week 1999')).toBeNull()
})

test('what is found in another sheet leads there', async () => {
  await show({ kind: 'table', sheets })
  await screen.findByRole('grid', { name: texts.sheet('Fees') })
  await find('week 12')
  expect(await screen.findByRole('grid', { name: texts.sheet('Hours') })).toBeTruthy()
  expect(current()).toBe('Week 12')
})

test('a sheet with nothing in it says so', async () => {
  await show({ kind: 'table', sheets: [{ name: 'Empty', rows: [], cut: false }] })
  expect(await screen.findByText(texts.emptySheet)).toBeTruthy()
})

test('a Word document has headings, lists with their numbers, tables and styles; words are found across styles', async () => {
  await show({
    kind: 'words',
    cut: false,
    blocks: [
      { kind: 'heading', level: 1, runs: [{ text: 'Engagement' }] },
      { kind: 'heading', level: 4, runs: [{ text: 'Fees' }] },
      { kind: 'paragraph', runs: [{ text: 'Payable ' }, { text: 'month', bold: true }, { text: 'ly' }] },
      { kind: 'item', level: 0, ordered: true, runs: [{ text: 'One' }] },
      { kind: 'item', level: 1, ordered: false, runs: [{ text: 'Below' }] },
      { kind: 'item', level: 0, ordered: true, runs: [{ text: 'Two' }] },
      {
        kind: 'table',
        rows: [
          ['A', 'B'],
          ['C', 'D'],
        ],
      },
    ],
  })
  expect(await screen.findByRole('heading', { level: 3, name: 'Engagement' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 4, name: 'Fees' })).toBeTruthy()
  expect(screen.getByText('month').className).toContain('font-semibold')
  expect(screen.getByText('Two').closest('p')?.textContent).toBe('2.Two')
  expect(screen.getByText('Below').closest('p')?.textContent).toBe('•Below')
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C', 'D'])
  await find('monthly')
  expect(await screen.findByText(texts.hits(1, 1))).toBeTruthy()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['month', 'ly'])
})
