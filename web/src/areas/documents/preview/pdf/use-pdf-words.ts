import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { type PageWords, wordsOf } from './draw-page.ts'

const NOTHING: PageWords = { text: '', begins: [] }

/** The words of all pages, read once somebody searches; undefined until then. */
export function usePdfWords(pdf: PDFDocumentProxy, wanted: boolean): PageWords[] | undefined {
  const [words, setWords] = useState<PageWords[]>()
  const start = wanted && !words
  useEffect(() => {
    if (!start) return undefined
    let left = false
    const read = async () => {
      const pages: PageWords[] = []
      for (let number = 1; number <= pdf.numPages; number++) {
        if (left) return
        // A page that cannot be read has no words; the others have.
        pages.push(await wordsOf(pdf, number).catch(() => NOTHING))
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
