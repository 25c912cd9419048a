import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'

/** Of the screen, for each unit of a page at 100%. */
export const UNIT = 96 / 72
/** Of one canvas; beyond that it is drawn coarser. */
const MAX_PIXELS = 16_000_000

export type PageSize = { width: number; height: number }

export const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: UNIT })
  return { width, height }
}

type Drawing = { stop: () => void; done: Promise<void> }

/**
 * Draws a page into `place`, replacing what was drawn there before only when it is done. What was written or stamped
 * upon the page is drawn with it, as a picture: nothing of it can be pressed.
 */
export function drawPage(page: PDFPageProxy, scale: number, place: HTMLElement): Drawing {
  const { width, height } = sizeOf(page)
  const sharp = scale * Math.min(devicePixelRatio, 2)
  const drawn = Math.min(sharp, Math.sqrt(MAX_PIXELS / (width * height)))
  const viewport = page.getViewport({ scale: drawn * UNIT })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  canvas.className = 'absolute inset-0 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  const task = page.render({ canvas, viewport, background: '#ffffff', annotationMode: AnnotationMode.ENABLE })
  return { stop: () => task.cancel(), done: task.promise.then(() => place.replaceChildren(canvas)) }
}

/** The words of a page, each where it stands in the picture. */
export async function drawTextLayer(page: PDFPageProxy, place: HTMLElement): Promise<HTMLElement[]> {
  const layer = new TextLayer({
    textContentSource: await page.getTextContent(),
    container: place,
    viewport: page.getViewport({ scale: UNIT }),
  })
  await layer.render()
  return layer.textDivs
}

/** The words of a page in one text, and where in it each of them begins. */
export type PageText = { text: string; begins: number[] }

export async function pageTextOf(pdf: PDFDocumentProxy, number: number): Promise<PageText> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const begins: number[] = []
  let text = ''
  for (const item of items) {
    if (!('str' in item)) continue
    begins.push(text.length)
    text += item.hasEOL ? `${item.str} ` : item.str
  }
  return { text, begins }
}
