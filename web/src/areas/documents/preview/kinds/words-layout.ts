import type { PreviewBlock } from '@throughline/contracts/document-preview'
import { texts } from '../preview.texts.ts'

/** A block with its place among the pieces that are searched, how deep it stands, and the sign before it. */
export type Laid = { n: number; block: PreviewBlock; piece: number; depth: number; marker: string }

const DEEPEST_ITEM = 8

/** One for each block, and one for each cell of a table. */
export const piecesOf = (blocks: readonly PreviewBlock[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : block.runs.map(({ text }) => text).join('')))

/** Where each of them begins when they stand one after the other. */
export function beginsOf(parts: readonly { length: number }[], first: number): number[] {
  let next = first
  return parts.map(({ length }) => {
    const own = next
    next += length
    return own
  })
}

/** Numbers run on through a list; a heading is never more than one level below the one before it. */
export function laidOut(blocks: readonly PreviewBlock[]): Laid[] {
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
