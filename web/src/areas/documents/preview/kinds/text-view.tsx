import { FileText } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { Highlighted } from '../find/highlighted.tsx'
import { clipped } from '../find/hits.ts'
import { useHits } from '../find/use-hits.ts'
import { texts } from '../preview.texts.ts'
import { Instead } from '../states.tsx'
import { useBox } from '../use-box.ts'
import type { Viewing } from '../use-viewing.ts'
import { TruncationNote } from './truncation-note.tsx'
import { scrollToRow, useVisibleRows } from './use-visible-rows.ts'
import { linesOf, wrapped } from './wrapped-rows.ts'

const LETTER = 13
const ROW = 20
/** Of Geist Mono, in parts of its size. */
const LETTER_WIDTH = 0.6
const GUTTER = 72
const MIN_COLUMNS = 20
const MAX_COLUMNS = 400
const TOP = 16

type TextViewProps = { name: string; text: string; cut: boolean; viewing: Viewing }

export function TextView({ name, text, cut, viewing }: TextViewProps) {
  const { scroller, wanted, change } = viewing
  const scale = wanted ?? 1
  const box = useBox(scroller)
  const lines = useMemo(() => linesOf(text), [text])
  const found = useHits(lines, viewing)
  const room = Math.floor((box.width - GUTTER - 24) / (LETTER * LETTER_WIDTH * scale))
  const columns = box.width === 0 ? MAX_COLUMNS : Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, room))
  const rows = useMemo(() => wrapped(lines, columns), [lines, columns])
  const height = ROW * scale
  const { first, last } = useVisibleRows(scroller, rows.length, height)
  const { hit } = found
  useEffect(() => change({ shown: scale }), [change, scale])
  useEffect(() => {
    if (!hit) return
    const at = rows.findIndex(({ line, to }) => line === hit.piece && to > hit.start)
    scrollToRow(scroller.current, TOP + at * height, height)
  }, [hit, rows, height, scroller])
  if (text === '') return <Instead icon={FileText} title={texts.emptyFile} onDownload={undefined} />
  return (
    <>
      <ScrollRegion
        ref={scroller}
        label={name}
        className="preview-marks min-h-0 bg-surface font-mono"
        style={{ fontSize: LETTER * scale, lineHeight: `${height}px` }}
      >
        <div className="relative min-w-fit" style={{ height: rows.length * height + 2 * TOP }}>
          <div className="absolute inset-x-0" style={{ top: TOP + first * height }}>
            {rows.slice(first, last).map(({ line, from, to }, position) => (
              <div key={first + position} className="flex pr-6" style={{ height }}>
                <span translate="no" aria-hidden className="tnum w-14 shrink-0 pr-4 text-right text-fg-3 select-none">
                  {from === 0 && line + 1}
                </span>
                <span translate="no" className="whitespace-pre">
                  <Highlighted
                    text={(lines[line] ?? '').slice(from, to)}
                    marks={clipped(found.marks.get(line), from, to)}
                    at={found.at}
                  />
                </span>
              </div>
            ))}
          </div>
        </div>
      </ScrollRegion>
      {cut && <TruncationNote>{texts.cutText}</TruncationNote>}
    </>
  )
}
