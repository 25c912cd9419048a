import { type MarkedTerm, rangesIn } from '@throughline/contracts/search-words'

/** More than anybody steps through; a file of one letter does not hold up the page. */
export const MAX_HITS = 2_000

export type Hit = { piece: number; start: number; end: number }
/** The part of a hit that lies in a stretch of its piece, and its number among all hits. */
export type Mark = { start: number; end: number; n: number }

const lowered = (letter: string) => {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Without case, and as long as before, so that places stay the same. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : Array.from(text, lowered).join('')
}

export function findHits(pieces: readonly string[], words: string): Hit[] {
  const wanted = folded(words)
  const hits: Hit[] = []
  if (!wanted) return hits
  for (const [piece, text] of pieces.entries()) {
    const searched = folded(text)
    for (let start = searched.indexOf(wanted); start >= 0; start = searched.indexOf(wanted, start + wanted.length)) {
      if (hits.length >= MAX_HITS) return hits
      hits.push({ piece, start, end: start + wanted.length })
    }
  }
  return hits
}

/** What a search looks for, by its own rules: codes, accents, beginnings, phrases. */
export function findTerms(pieces: readonly string[], terms: readonly MarkedTerm[]): Hit[] {
  const hits: Hit[] = []
  for (const [piece, text] of pieces.entries()) {
    for (const [start, end] of rangesIn(text, terms)) {
      if (hits.length >= MAX_HITS) return hits
      hits.push({ piece, start, end })
    }
  }
  return hits
}

/** By piece, for the part that draws one. */
export function marksByPiece(hits: readonly Hit[]): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>()
  for (const [n, { piece, start, end }] of hits.entries()) {
    const before = marks.get(piece)
    if (before) before.push({ start, end, n })
    else marks.set(piece, [{ start, end, n }])
  }
  return marks
}

/** What of them lies between two places, counted from the first. */
export const clipped = (marks: readonly Mark[] | undefined, from: number, to: number): Mark[] =>
  (marks ?? [])
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end, n }) => ({ start: Math.max(0, start - from), end: Math.min(to, end) - from, n }))
