import { FileLock2, FileX2 } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import type { Hit } from '../find/hits.ts'
import { useHits } from '../find/use-hits.ts'
import { texts } from '../preview.texts.ts'
import { Instead, Opening } from '../states.tsx'
import { useBox } from '../use-box.ts'
import type { Viewing } from '../use-viewing.ts'
import { type PageSize, type PageText, pageTextOf, sizeOf } from './draw-page.ts'
import { type OpenPdf, openPdf } from './open-pdf.ts'
import { PageThumbs } from './page-thumbs.tsx'
import { PdfPage } from './pdf-page.tsx'
import { usePages } from './use-pages.ts'

const CURRENT = 'mark[aria-current]'

function center(place: HTMLElement | null): boolean {
  const mark = place?.querySelector(CURRENT)
  mark?.scrollIntoView({ block: 'center', inline: 'nearest' })
  return Boolean(mark)
}

/** Leads to a hit once; a person who scrolls away afterwards is left alone. Answers what a page calls when its words are marked. */
function useScrollToHit(
  hit: Hit | undefined,
  { scroller, toPage }: Viewing,
): (page: RefObject<HTMLElement | null>) => void {
  const awaited = useRef(false)
  useEffect(() => {
    awaited.current = hit !== undefined && !center(scroller.current)
    if (hit && awaited.current) toPage(hit.piece + 1)
  }, [hit, scroller, toPage])
  return useCallback((page) => {
    if (awaited.current && center(page.current)) awaited.current = false
  }, [])
}

const NOTHING: PageText = { text: '', begins: [] }

/** The words of all pages, read once somebody searches; undefined until then. */
function usePdfText(pdf: PDFDocumentProxy, wanted: boolean): PageText[] | undefined {
  const [words, setWords] = useState<PageText[]>()
  const start = wanted && !words
  useEffect(() => {
    if (!start) return undefined
    let left = false
    const read = async () => {
      const pages: PageText[] = []
      for (let number = 1; number <= pdf.numPages; number++) {
        if (left) return
        // A page that cannot be read has no words; the others have.
        pages.push(await pageTextOf(pdf, number).catch(() => NOTHING))
      }
      setWords(pages)
    }
    void read()
    return () => {
      left = true
    }
  }, [pdf, start])
  return words
}

const MARGIN = 24

type PdfViewProps = { shown: { name: string }; bytes: Blob; viewing: Viewing; onDownload: (() => void) | undefined }

export function PdfView({ shown, bytes, viewing, onDownload }: PdfViewProps) {
  const [opened, setOpened] = useState<OpenPdf>({ state: 'opening' })
  useEffect(() => openPdf(bytes, setOpened), [bytes])
  if (opened.state === 'opening') return <Opening />
  if (opened.state === 'locked') return <Instead icon={FileLock2} title={texts.lockedPdf} onDownload={onDownload} />
  if (opened.state === 'damaged') return <Instead icon={FileX2} title={texts.damagedPdf} onDownload={onDownload} />
  return <PdfPages name={shown.name} pdf={opened.pdf} viewing={viewing} />
}

/** All are taken to be like the first until they come into sight. */
function useSizes(pdf: PDFDocumentProxy) {
  const [sizes, setSizes] = useState<PageSize[]>([])
  useEffect(() => {
    let left = false
    const measure = async () => {
      const size = sizeOf(await pdf.getPage(1))
      if (!left) setSizes(Array.from({ length: pdf.numPages }, () => size))
    }
    void measure()
    return () => {
      left = true
    }
  }, [pdf])
  const learn = useCallback((number: number, size: PageSize) => {
    setSizes((old) => {
      const known = old[number - 1]
      return !known || (known.width === size.width && known.height === size.height) ? old : old.with(number - 1, size)
    })
  }, [])
  return { sizes, learn }
}

function PdfPages({ name, pdf, viewing }: { name: string; pdf: PDFDocumentProxy; viewing: Viewing }) {
  const { scroller, setToPage, wanted, change, words } = viewing
  const { sizes, learn } = useSizes(pdf)
  const box = useBox(scroller)
  const widest = sizes.reduce((most, { width }) => Math.max(most, width), 0)
  const fits = widest > 0 && box.width > 2 * MARGIN ? Math.min(1, (box.width - 2 * MARGIN) / widest) : 1
  const scale = wanted ?? fits
  const { tops, total, first, last, page, goTo } = usePages(scroller, sizes, scale)
  const read = usePdfText(pdf, words !== '')
  const pieces = useMemo(() => read?.map(({ text }) => text), [read])
  const found = useHits(pieces, viewing)

  const pages = sizes.length
  useEffect(() => change({ shown: scale, page, pages }), [change, scale, page, pages])
  useEffect(() => {
    setToPage(goTo)
    return () => setToPage(null)
  }, [setToPage, goTo])
  // The same place of the same page stays in sight.
  const before = useRef(scale)
  useLayoutEffect(() => {
    const element = scroller.current
    if (before.current !== scale) element?.scrollTo({ top: (element.scrollTop * scale) / before.current })
    before.current = scale
  }, [scale, scroller])
  const onMarked = useScrollToHit(found.hit, viewing)
  return (
    <div className="flex min-h-0 flex-1">
      <PageThumbs pdf={pdf} page={page} onPage={goTo} />
      <ScrollRegion ref={scroller} label={name} className="relative min-w-0">
        <div className="relative min-w-full" style={{ height: total, width: widest * scale + 2 * MARGIN }}>
          {sizes.slice(first - 1, last).map((size, position) => {
            const number = first + position
            return (
              <PdfPage
                key={number}
                pdf={pdf}
                number={number}
                size={size}
                scale={scale}
                top={tops[number - 1] ?? 0}
                words={read?.[number - 1]}
                marks={found.marks.get(number - 1)}
                at={found.at}
                onSize={learn}
                onMarked={onMarked}
              />
            )
          })}
        </div>
      </ScrollRegion>
    </div>
  )
}
