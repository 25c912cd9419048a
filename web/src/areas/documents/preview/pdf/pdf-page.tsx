import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { clipped, type Mark } from '../find/hits.ts'
import { texts } from '../preview.texts.ts'
import { drawPage, drawTextLayer, type PageSize, type PageText, sizeOf, UNIT } from './draw-page.ts'

/** Puts the marks into the words of a page; without any they are plain again. */
function markHits(
  laid: readonly HTMLElement[],
  { text, begins }: PageText,
  marks: readonly Mark[] | undefined,
  at: number,
) {
  for (const [index, element] of laid.entries()) {
    const own = element.textContent ?? ''
    const from = begins[index] ?? text.length
    const within = clipped(marks, from, from + own.length)
    if (within.length > 0) element.replaceChildren(...partsOf(own, within, at))
    else if (element.childElementCount > 0) element.textContent = own
  }
}

function* partsOf(text: string, marks: readonly Mark[], at: number): Generator<string | HTMLElement> {
  let done = 0
  for (const { start, end, n } of marks) {
    yield text.slice(done, start)
    const mark = document.createElement('mark')
    mark.textContent = text.slice(start, end)
    if (n === at) mark.setAttribute('aria-current', 'true')
    yield mark
    done = end
  }
  yield text.slice(done)
}

type PdfPageProps = {
  pdf: PDFDocumentProxy
  number: number
  size: PageSize
  scale: number
  top: number
  words: PageText | undefined
  marks: readonly Mark[] | undefined
  at: number
  onSize: (number: number, size: PageSize) => void
  onMarked: (layer: RefObject<HTMLElement | null>) => void
}

/** One page that is in or near sight: its picture, and its words over it. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, scale, top, words, marks, at, onSize, onMarked } = props
  const { page, broken, setBroken } = usePage(pdf, number)
  const picture = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [laid, setLaid] = useState<HTMLElement[]>()

  useEffect(() => {
    if (page) onSize(number, sizeOf(page))
  }, [page, number, onSize])

  useEffect(() => {
    if (!page || !picture.current) return undefined
    let left = false
    const { stop, done } = drawPage(page, scale, picture.current)
    done.catch(() => !left && setBroken(true))
    return () => {
      left = true
      stop()
    }
  }, [page, scale, setBroken])

  useEffect(() => {
    const place = layer.current
    if (!page || !place) return undefined
    let left = false
    // Without its words a page can still be looked at.
    drawTextLayer(page, place).then(
      (made) => !left && setLaid(made),
      () => undefined,
    )
    return () => {
      left = true
      place.replaceChildren()
    }
  }, [page])

  useEffect(() => {
    if (!laid || !words) return
    markHits(laid, words, marks, at)
    onMarked(layer)
  }, [laid, words, marks, at, onMarked])

  const place: CSSProperties & Record<'--total-scale-factor', number> = {
    top,
    width: size.width * scale,
    height: size.height * scale,
    '--total-scale-factor': scale * UNIT,
  }
  return (
    <section
      aria-label={texts.page(number)}
      data-theme="light"
      data-page={number}
      style={place}
      className="absolute left-1/2 -translate-x-1/2 bg-surface text-fg shadow-sm"
    >
      {broken ? (
        <p className="grid h-full place-items-center text-fg-2">{texts.undrawnPage(number)}</p>
      ) : (
        <>
          <div ref={picture} />
          <div ref={layer} translate="no" className="pdf-words preview-marks" />
        </>
      )}
    </section>
  )
}

/** Let go again as soon as it is out of sight. */
function usePage(pdf: PDFDocumentProxy, number: number) {
  const [page, setPage] = useState<PDFPageProxy>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let left = false
    let held: PDFPageProxy | undefined
    const get = async () => {
      held = await pdf.getPage(number)
      if (!left) setPage(held)
    }
    get().catch(() => !left && setBroken(true))
    return () => {
      left = true
      held?.cleanup()
    }
  }, [pdf, number])
  return { page, broken, setBroken }
}
