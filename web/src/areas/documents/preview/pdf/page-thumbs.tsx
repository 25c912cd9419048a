import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { scrollToRow, useVisibleRows } from '../kinds/use-visible-rows.ts'
import { texts } from '../preview.texts.ts'
import { drawPage, sizeOf } from './draw-page.ts'

const WIDTH = 72
const HEIGHT = 98
const ROW = 132
const TOP = 16
/** How many beyond the edge are drawn already. */
const NEAR = 3

type PageThumbsProps = { pdf: PDFDocumentProxy; page: number; onPage: (page: number) => void }

/** Small pictures of the pages, drawn as they come into sight. */
export function PageThumbs({ pdf, page, onPage }: PageThumbsProps) {
  const list = useRef<HTMLOListElement>(null)
  const { first, last } = useVisibleRows(list, pdf.numPages, ROW, NEAR)
  useEffect(() => scrollToRow(list.current, TOP + (page - 1) * ROW, ROW), [page])
  return (
    <ol
      ref={list}
      aria-label={texts.pages}
      className="relative w-29 shrink-0 overflow-y-auto border-r bg-surface-2 max-[759px]:hidden"
    >
      <li aria-hidden style={{ height: pdf.numPages * ROW + TOP }} />
      {Array.from({ length: last - first }, (_, position) => first + position + 1).map((number) => (
        <li
          key={number}
          aria-setsize={pdf.numPages}
          aria-posinset={number}
          style={{ top: TOP + (number - 1) * ROW }}
          className="absolute inset-x-0 grid justify-items-center"
        >
          <button
            type="button"
            tabIndex={number === page ? 0 : -1}
            aria-current={number === page ? 'page' : undefined}
            aria-label={texts.page(number)}
            onClick={() => onPage(number)}
            className="grid justify-items-center gap-1.5 rounded-xs"
          >
            <Thumb pdf={pdf} number={number} current={number === page} />
            <span
              translate="no"
              className={cn('tnum text-2xs', number === page ? 'font-semibold text-fg' : 'text-fg-3')}
            >
              {number}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Thumb({ pdf, number, current }: { pdf: PDFDocumentProxy; number: number; current: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let left = false
    let stop: (() => void) | undefined
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (left || !place.current) return
      const { width, height } = sizeOf(page)
      const scale = Math.min(WIDTH / width, HEIGHT / height)
      Object.assign(place.current.style, { width: `${width * scale}px`, height: `${height * scale}px` })
      const drawing = drawPage(page, scale, place.current)
      stop = drawing.stop
      await drawing.done
    }
    // The page itself says what is wrong with it.
    draw().catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [pdf, number])
  return (
    <span
      className={cn('grid place-items-center rounded-xs', current && 'outline-2 outline-offset-2 outline-accent')}
      style={{ width: WIDTH, height: HEIGHT }}
    >
      <span ref={place} className="relative block size-full bg-white shadow-xs" />
    </span>
  )
}
