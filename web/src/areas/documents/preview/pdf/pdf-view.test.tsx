import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { parseSearchQuery } from '@throughline/contracts/search-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleDocument } from '../../testing/sample-document.ts'
import { texts } from '../preview.texts.ts'
import { browserParts } from '../testing/browser-parts.ts'
import { about, CONTENT, openPreview, press, serveFiles } from '../testing/open-preview.tsx'
import { paper } from '../testing/paper-pdf.ts'
import './pdf-view.tsx'

vi.mock('./open-pdf.ts', () => import('../testing/paper-pdf.ts'))
vi.mock('./draw-page.ts', () => import('../testing/paper-pdf.ts'))

browserParts()

const letter = sampleDocument(1, 'letter.pdf', 'application/pdf')

beforeEach(() => {
  Object.assign(paper, { pages: ['Fees are payable'], opens: 'open', let_go: 0 })
  paper.drawn.clear()
})

function open(more: Parameters<typeof openPreview>[1] = {}) {
  serveFiles({ ...about(letter, { kind: 'pdf', pages: null }), [CONTENT]: new Blob(['%PDF']) })
  openPreview([letter], more)
}

async function show() {
  open()
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(dialog))
}

test('of 300 pages only those in sight are drawn, and ↑ and ↓ lead from one to the next', async () => {
  paper.pages = Array.from({ length: 300 }, (_, n) => `Page of words ${n + 1}`)
  await show()
  expect(await screen.findByText(texts.pageOf(1, 300))).toBeTruthy()
  press('ArrowDown')
  expect(await screen.findByText(texts.pageOf(2, 300))).toBeTruthy()
  press('ArrowDown')
  press('ArrowUp')
  expect(await screen.findByText(texts.pageOf(2, 300))).toBeTruthy()
  expect(screen.getAllByRole('region', { name: /^Page / }).length).toBeLessThan(6)
  expect(paper.drawn.size).toBeLessThan(80)
})

test('a small picture of a page leads there', async () => {
  paper.pages = ['one', 'two', 'three', 'four']
  await show()
  const pages = await screen.findByRole('list', { name: texts.pages })
  fireEvent.click(within(pages).getByRole('button', { name: texts.page(3) }))
  expect(await screen.findByText(texts.pageOf(3, 4))).toBeTruthy()
  expect(
    within(pages)
      .getByRole('button', { name: texts.page(3) })
      .getAttribute('aria-current'),
  ).toBe('page')
})

test('words are found on pages that were never in sight', async () => {
  paper.pages = Array.from({ length: 40 }, (_, n) => (n === 29 ? 'The fee schedule' : 'Nothing of note'))
  await show()
  await screen.findByText(texts.pageOf(1, 40))
  press('/')
  fireEvent.change(await screen.findByRole('searchbox', { name: texts.find }), { target: { value: 'FEE s' } })
  expect(await screen.findByText(texts.hits(1, 1))).toBeTruthy()
  expect(await screen.findByText(texts.pageOf(30, 40))).toBeTruthy()
  await waitFor(() => expect(document.querySelector('mark[aria-current]')?.textContent).toBe('fee s'))
})

test('a file that a search found opens at its page, with the matches of the search to step through', async () => {
  paper.pages = ['Invoices and schedules', 'Nothing of note', 'The schedule of invoices']
  const { terms } = parseSearchQuery('invoice schedule')
  open({ found: { words: 'invoice schedule', terms, page: 3, pages: [] } })
  expect(await screen.findByText(texts.hits(3, 4))).toBeTruthy()
  expect(await screen.findByText(texts.pageOf(3, 3))).toBeTruthy()
  await waitFor(() => expect(document.querySelector('mark[aria-current]')?.textContent).toBe('schedule'))
  const find = screen.getByRole('searchbox', { name: texts.find })
  fireEvent.keyDown(find, { key: 'Enter', shiftKey: true })
  await waitFor(() => expect(document.querySelector('mark[aria-current]')?.textContent).toBe('schedules'))
  fireEvent.change(find, { target: { value: 'of note' } })
  expect(await screen.findByText(texts.hits(1, 1))).toBeTruthy()
})

test('each page that a search found is one press away, also one that is only a picture', async () => {
  paper.pages = ['Invoices', 'Nothing of note', 'An invoice', '', '']
  const { terms } = parseSearchQuery('invoice')
  const pages = [
    { page: 1, count: 1 },
    { page: 3, count: 1 },
    { page: 5, count: 2 },
  ]
  open({ found: { words: 'invoice', terms, page: 1, pages } })
  expect(await screen.findByText(texts.hits(1, 2))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Page 3\b.*1 match$/ }))
  expect(await screen.findByText(texts.hits(2, 2))).toBeTruthy()
  expect(await screen.findByText(texts.pageOf(3, 5))).toBeTruthy()
  const picture = screen.getByRole('button', { name: /^Page 5\b.*2 matches$/ })
  fireEvent.click(picture)
  expect(await screen.findByText(texts.pageOf(5, 5))).toBeTruthy()
  expect(picture.getAttribute('aria-current')).toBe('page')
  fireEvent.change(screen.getByRole('searchbox', { name: texts.find }), { target: { value: 'note' } })
  expect(screen.queryByRole('list', { name: texts.foundPages })).toBeNull()
})

test.each([
  ['locked', texts.lockedPdf],
  ['damaged', texts.damagedPdf],
])('a PDF that is %s says so and can be downloaded', async (opens, words) => {
  paper.opens = opens
  await show()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(texts.downloadHint)).toBeTruthy()
})

test('the document is let go when the preview is closed', async () => {
  await show()
  await screen.findByText(texts.pageOf(1, 1))
  press('Escape')
  await waitFor(() => expect(paper.let_go).toBe(1))
})
