import type { PreviewBlock, PreviewRun } from '@throughline/contracts/document-preview'
import { FileText } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { ScrollRegion } from '../../../../ui/scroll-region.tsx'
import { Highlighted } from '../find/highlighted.tsx'
import { clipped, type Mark } from '../find/hits.ts'
import { useHits } from '../find/use-hits.ts'
import { texts } from '../preview.texts.ts'
import { Instead } from '../states.tsx'
import type { Viewing } from '../use-viewing.ts'
import { TruncationNote } from './truncation-note.tsx'

/** A block with its place among the pieces that are searched, how deep it stands, and the sign before it. */
type Laid = { n: number; block: PreviewBlock; piece: number; depth: number; marker: string }

const DEEPEST_ITEM = 8

/** One for each block, and one for each cell of a table. */
const piecesOf = (blocks: readonly PreviewBlock[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : block.runs.map(({ text }) => text).join('')))

/** Where each of them begins when they stand one after the other. */
function beginsOf(parts: readonly { length: number }[], first: number): number[] {
  let next = first
  return parts.map(({ length }) => {
    const own = next
    next += length
    return own
  })
}

/** Numbers run on through a list; a heading is never more than one level below the one before it. */
function laidOut(blocks: readonly PreviewBlock[]): Laid[] {
  let piece = 0
  let heading = -1
  let counts: number[] = []
  return blocks.map((block, n) => {
    const laid = { n, block, piece, depth: 0, marker: '' }
    piece += block.kind === 'table' ? block.rows.reduce((sum, cells) => sum + cells.length, 0) : 1
    if (block.kind === 'heading') heading = laid.depth = Math.min(Math.max(0, block.level - 1), heading + 1, 3)
    if (block.kind !== 'item') {
      counts = []
      return laid
    }
    laid.depth = Math.min(Math.max(0, block.level), DEEPEST_ITEM)
    counts = Array.from({ length: laid.depth + 1 }, (_, level) => counts[level] ?? 0)
    const number = (counts[laid.depth] ?? 0) + 1
    counts[laid.depth] = number
    laid.marker = block.ordered ? `${number}.` : texts.bullet
    return laid
  })
}

type WordsViewProps = { name: string; blocks: readonly PreviewBlock[]; cut: boolean; viewing: Viewing }

/** A Word document as headings, paragraphs, lists and tables on white paper. */
export function WordsView({ name, blocks, cut, viewing }: WordsViewProps) {
  const { scroller, wanted, change } = viewing
  const scale = wanted ?? 1
  const laid = useMemo(() => laidOut(blocks), [blocks])
  const found = useHits(
    useMemo(() => piecesOf(blocks), [blocks]),
    viewing,
  )
  const { hit, at } = found
  useEffect(() => change({ shown: scale }), [change, scale])
  useEffect(() => {
    if (hit) scroller.current?.querySelector('mark[aria-current]')?.scrollIntoView?.({ block: 'center' })
  }, [hit, scroller])
  if (blocks.length === 0) return <Instead icon={FileText} title={texts.emptyFile} onDownload={undefined} />
  return (
    <>
      <ScrollRegion ref={scroller} label={name} className="min-h-0 p-6 max-[759px]:p-3">
        <div
          data-theme="light"
          translate="no"
          style={{ zoom: scale }}
          className="preview-marks mx-auto max-w-180 rounded-xs bg-surface px-16 py-14 text-md leading-relaxed text-fg shadow-sm max-[759px]:px-6 max-[759px]:py-6"
        >
          {laid.map((one) => (
            <Block key={one.n} laid={one} marks={found.marks} at={at} />
          ))}
        </div>
      </ScrollRegion>
      {cut && <TruncationNote>{texts.cutText}</TruncationNote>}
    </>
  )
}

type BlockProps = { laid: Laid; marks: Map<number, Mark[]>; at: number }

const headings = ['text-2xl', 'text-xl', 'text-lg', 'text-md'] as const

function Block({ laid: { block, piece, depth, marker }, marks, at }: BlockProps) {
  if (block.kind === 'table') return <WordsTable rows={block.rows} piece={piece} marks={marks} at={at} />
  const runs = <Runs runs={block.runs} marks={marks.get(piece)} at={at} />
  if (block.kind === 'heading') {
    const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[depth] ?? 'h6'
    return <Heading className={cn('mt-6 mb-2 font-semibold first:mt-0', headings[depth] ?? 'text-md')}>{runs}</Heading>
  }
  if (block.kind === 'item')
    return (
      <p className="my-1 flex gap-2" style={{ marginLeft: 8 + depth * 24 }}>
        <span className="tnum min-w-4 shrink-0">{marker}</span>
        <span className="min-w-0 wrap-anywhere">{runs}</span>
      </p>
    )
  return <p className="my-2 min-h-[1lh] wrap-anywhere whitespace-pre-wrap">{runs}</p>
}

type RunsProps = { runs: readonly PreviewRun[]; marks: readonly Mark[] | undefined; at: number }

function Runs({ runs, marks, at }: RunsProps) {
  const begins = beginsOf(
    runs.map(({ text }) => text),
    0,
  )
  return runs.map(({ text, bold, italic }, run) => {
    const from = begins[run] ?? 0
    return (
      <span key={`${run} ${from}`} className={cn(bold && 'font-semibold', italic && 'italic')}>
        <Highlighted text={text} marks={clipped(marks, from, from + text.length)} at={at} />
      </span>
    )
  })
}

type WordsTableProps = Pick<BlockProps, 'marks' | 'at'> & { rows: readonly (readonly string[])[]; piece: number }

function WordsTable({ rows, piece, marks, at }: WordsTableProps) {
  const begins = beginsOf(rows, piece)
  return (
    <div className="my-4 overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${piece} ${row}`}>
              {cells.map((text, column) => {
                const own = (begins[row] ?? 0) + column
                return (
                  <td key={own} className="border px-2 py-1 align-top whitespace-pre-wrap">
                    <Highlighted text={text} marks={marks.get(own) ?? []} at={at} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
