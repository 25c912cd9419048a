import type { OpenPdf } from '../pdf/open-pdf.ts'

/** Stands for pdf.js, which draws only in a browser: `pages` pages of words, and which of them were drawn. */
export const paper = { pages: ['Fees are payable monthly'], opens: 'open', drawn: new Set<number>(), let_go: 0 }

const SIZE = { width: 800, height: 1000 }
type Page = { number: number; cleanup: () => void }

const pdf = () => ({
  numPages: paper.pages.length,
  getPage: (number: number): Promise<Page> => Promise.resolve({ number, cleanup: () => undefined }),
})

export function openPdf(_: Blob, tell: (opened: OpenPdf) => void) {
  const { opens } = paper
  const opened: unknown = opens === 'open' ? { state: 'open', pdf: pdf() } : { state: opens }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the view asks of it
  queueMicrotask(() => tell(opened as OpenPdf))
  return () => void paper.let_go++
}

export const UNIT = 1
export const sizeOf = () => SIZE

export function drawPage({ number }: Page) {
  paper.drawn.add(number)
  return { stop: () => undefined, done: Promise.resolve() }
}

export function drawTextLayer({ number }: Page, place: HTMLElement) {
  const span = document.createElement('span')
  span.textContent = paper.pages[number - 1] ?? ''
  place.replaceChildren(span)
  return Promise.resolve([span])
}

export const pageTextOf = (_: unknown, number: number) =>
  Promise.resolve({ text: paper.pages[number - 1] ?? '', begins: [0] })
