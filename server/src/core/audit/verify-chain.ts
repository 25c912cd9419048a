import { GENESIS, hashOf, type SealedRow } from './canonical.ts'

export interface Head {
  seq: number
  hash: Buffer
}

export interface Broken {
  /** The first place that is not as it was sealed. */
  seq: number
  reason: 'missing' | 'changed' | 'unlinked' | 'head' | 'signed_head'
  expected: Buffer | null
  found: Buffer | null
}

export type Followed = { last: Head } | { broken: Broken }

export const BEGINNING: Head = { seq: 0, hash: GENESIS }

/** Which row is not there, and what its hash was where its follower tells. */
export const missing = (seq: number, told: Buffer | null): Broken => ({
  seq,
  reason: 'missing',
  expected: told,
  found: null,
})

/** Follows rows of one tenant in order of `seq`; `after` is what the first of them must follow. */
export function followChain(rows: Iterable<SealedRow>, after: Head): Followed {
  let last = after
  for (const row of rows) {
    const seq = last.seq + 1
    if (row.seq !== seq) return { broken: missing(seq, row.seq === seq + 1 ? row.prev_hash : null) }
    if (!row.prev_hash.equals(last.hash)) {
      return { broken: { seq, reason: 'unlinked', expected: last.hash, found: row.prev_hash } }
    }
    const expected = hashOf(last.hash, row)
    if (!row.hash.equals(expected)) return { broken: { seq, reason: 'changed', expected, found: row.hash } }
    last = { seq, hash: row.hash }
  }
  return { last }
}

/** Whether the chain ends where its head says. */
export function compareHead(last: Head, head: Head): Broken | undefined {
  if (last.seq < head.seq) return missing(last.seq + 1, head.seq === last.seq + 1 ? head.hash : null)
  if (last.seq > head.seq || !last.hash.equals(head.hash)) {
    return { seq: head.seq, reason: 'head', expected: last.hash, found: head.hash }
  }
  return undefined
}
