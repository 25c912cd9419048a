import type { Context } from '../context.ts'
import { readTenant } from '../db/in-tenant.ts'
import type { Scope } from '../db/tenant-tx.ts'
import type { Records } from '../storage/records.ts'
import { countPending, hashAt, readChain, rowsAfter } from './chain.queries.ts'
import { newestHead } from './head-archive.ts'
import { BEGINNING, type Broken, compareHead, followChain, type Head, missing } from './verify-chain.ts'

/** Rows read by one statement. */
const BATCH = 1_000

export interface VerifiedStep {
  checked: number
  rows: number
  next: number | null
  broken: Broken | null
  pending: number
  signedHead: { seq: number; signed_at: string } | null
}

async function follow(ctx: Context, scope: Scope, after: Head, until: number) {
  let last = after
  while (last.seq < until) {
    const limit = Math.min(BATCH, until - last.seq)
    const rows = await readTenant(ctx, scope, (tx) => rowsAfter(tx.db, tx.tenantId, last.seq, limit))
    if (rows.length === 0) return { last }
    const followed = followChain(rows, last)
    if ('broken' in followed) return followed
    last = followed.last
  }
  return { last }
}

/** The newest signed head must still be in the chain: a cut end and a chain made anew have lost it. */
async function compareSigned(ctx: Context, scope: Scope, records: Records, signedAt: Date | null) {
  const signed = await newestHead(ctx, records, scope.tenantId, signedAt)
  if (!signed) return {}
  const broken = (seq: number, expected: Buffer | null, found: Buffer | null): { broken: Broken } => ({
    broken: { seq, reason: 'signed_head', expected, found },
  })
  // Asked after the archive: the chain may have grown, and been signed, while it was followed.
  const { found, lastSeq } = await readTenant(ctx, scope, async (tx) => ({
    found: signed === 'forged' ? undefined : await hashAt(tx.db, tx.tenantId, signed.seq),
    lastSeq: (await readChain(tx.db, tx.tenantId)).lastSeq,
  }))
  if (signed === 'forged') return broken(lastSeq, null, null)
  const expected = Buffer.from(signed.hash, 'hex')
  if (!found) return broken(Math.min(lastSeq + 1, signed.seq), expected, null)
  if (!found.equals(expected)) return broken(signed.seq, expected, found)
  return { signedHead: { seq: signed.seq, signed_at: signed.signed_at } }
}

const startAt = async (ctx: Context, scope: Scope, after: number): Promise<Head | undefined> => {
  if (after === 0) return BEGINNING
  const hash = await readTenant(ctx, scope, (tx) => hashAt(tx.db, tx.tenantId, after))
  return hash && { seq: after, hash }
}

/** Checks at most `step` rows behind `after`; where the chain ends, also its head and the one that was signed. */
export async function verifyStep(
  ctx: Context,
  scope: Scope,
  records: Records,
  { after, step }: { after: number; step: number },
): Promise<VerifiedStep> {
  const { chain, pending } = await readTenant(ctx, scope, async (tx) => ({
    chain: await readChain(tx.db, tx.tenantId),
    pending: await countPending(tx.db, tx.tenantId),
  }))
  const rows = Math.max(chain.head.seq, chain.lastSeq)
  const told = (checked: number, more: Partial<VerifiedStep>): VerifiedStep => ({
    checked,
    rows,
    next: null,
    broken: null,
    pending,
    signedHead: null,
    ...more,
  })
  const start = await startAt(ctx, scope, after)
  if (!start) return told(after - 1, { broken: missing(after, null) })
  const until = Math.min(after + step, rows)
  const followed = await follow(ctx, scope, start, until)
  if ('broken' in followed) return told(followed.broken.seq - 1, { broken: followed.broken })
  const { last } = followed
  if (last.seq === until && until < rows) return told(until, { next: until })
  const broken = compareHead(last, chain.head)
  if (broken) return told(last.seq, { broken })
  return told(last.seq, await compareSigned(ctx, scope, records, chain.signedAt))
}

const inHex = (hash: Buffer | null) => hash?.toString('hex') ?? null

/** As the calls answer it. */
export const verifiedOnWire = ({ broken, signedHead, ...told }: VerifiedStep) => ({
  ...told,
  broken: broken && {
    seq: broken.seq,
    reason: broken.reason,
    expected_hash: inHex(broken.expected),
    found_hash: inHex(broken.found),
  },
  signed_head: signedHead,
})
