import type { Row } from './outline-model.ts'

const stepAt = (rows: readonly Row[], id: string | undefined) =>
  rows.findIndex((row) => row.kind === 'step' && row.id === id)

function nextIssue(rows: readonly Row[], at: number): number {
  const places = rows.flatMap((row, n) => (row.kind === 'step' && row.errors + row.warnings > 0 ? [n] : []))
  return places.find((n) => n > at) ?? places[0] ?? -1
}

/** The row a key leads to from another; undefined if the key is none that moves, or there is nowhere to go. */
export function movedTo(rows: readonly Row[], at: number, key: string): number | undefined {
  const row = rows[at]
  if (!row) return undefined
  const within = (place: number) => (place >= 0 && place < rows.length ? place : undefined)
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'Home':
      return within(0)
    case 'End':
      return within(rows.length - 1)
    case 'ArrowLeft':
      return within(rows.findLastIndex(({ depth }, n) => n < at && depth < row.depth))
    case 'ArrowRight':
      return (rows[at + 1]?.depth ?? 0) > row.depth ? at + 1 : undefined
    case 'j':
      return row.target === undefined ? undefined : within(stepAt(rows, row.target))
    case 'i':
      return within(nextIssue(rows, at))
    default:
      return undefined
  }
}
