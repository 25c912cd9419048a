import { GENESIS, hashOf, type SealedRow } from './canonical.ts'

export interface Head {
  seq: number
  hash: Buffer
}

export type Verdict =
  | { whole: true; rows: number }
  | { whole: false; seq: number; reason: 'missing' | 'changed' | 'unlinked' | 'head' }

const broken = (seq: number, reason: 'missing' | 'changed' | 'unlinked' | 'head'): Verdict => ({
  whole: false,
  seq,
  reason,
})

/** Checks rows of one tenant in order of `seq` against its head; `after` is what the first of them must follow. */
export function verifyChain(rows: Iterable<SealedRow>, head: Head, after: Head = { seq: 0, hash: GENESIS }): Verdict {
  let last = after
  for (const row of rows) {
    if (row.seq !== last.seq + 1) return broken(last.seq + 1, 'missing')
    if (!row.prev_hash.equals(last.hash)) return broken(row.seq, 'unlinked')
    if (!row.hash.equals(hashOf(last.hash, row))) return broken(row.seq, 'changed')
    last = row
  }
  if (last.seq !== head.seq) return broken(last.seq + 1, 'missing')
  if (!last.hash.equals(head.hash)) return broken(head.seq, 'head')
  return { whole: true, rows: last.seq - after.seq }
}
