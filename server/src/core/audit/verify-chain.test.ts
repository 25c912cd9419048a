import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { GENESIS, hashOf, type SealedRow } from './canonical.ts'
import { BEGINNING, type Broken, compareHead, followChain, type Head } from './verify-chain.ts'

const ROWS = 10_000
const tenant_id = randomUUID()

function chain(): SealedRow[] {
  const rows: SealedRow[] = []
  let prev_hash: Buffer = GENESIS
  for (let seq = 1; seq <= ROWS; seq++) {
    const row = {
      tenant_id,
      seq,
      at: new Date(seq * 1000).toISOString(),
      actor_id: null,
      act: 'team.changed',
      entity_kind: 'team',
      entity_id: tenant_id,
      data: `{"n": ${seq}}`,
      request_id: String(seq),
      address: '::1',
      device: '',
    }
    const hash = hashOf(prev_hash, row)
    rows.push({ ...row, prev_hash, hash })
    prev_hash = hash
  }
  return rows
}

const rows = chain()
const head: Head = { seq: ROWS, hash: rows.at(-1)?.hash ?? GENESIS }
const before = (index: number): Head => rows[index - 1] ?? BEGINNING

/** Of a chain that is whole up to `from`, which was shown once for all: the rest alone decides. */
function brokenBehind(from: Head, rest: SealedRow[]): Broken | undefined {
  const followed = followChain(rest, from)
  return 'broken' in followed ? followed.broken : compareHead(followed.last, head)
}

/** Everything of a row that is shown, each with another value. */
const CHANGES: ((row: SealedRow) => Partial<SealedRow>)[] = [
  (row) => ({ at: row.at.replace('Z', '1Z') }),
  () => ({ actor_id: tenant_id }),
  () => ({ act: 'team.removed' }),
  () => ({ entity_kind: 'member' }),
  () => ({ entity_id: null }),
  () => ({ data: '{}' }),
  (row) => ({ request_id: `${row.request_id}0` }),
  () => ({ address: '::2' }),
  () => ({ device: 'x' }),
  () => ({ tenant_id: randomUUID() }),
]

describe(`each of ${ROWS} rows is found`, () => {
  test('the chain as it was sealed is whole', () => {
    expect(brokenBehind(BEGINNING, rows)).toBeUndefined()
  })

  test('changed, whatever of it', () => {
    for (const [index, row] of rows.entries()) {
      for (const change of CHANGES) {
        const broken = brokenBehind(before(index), [{ ...row, ...change(row) }])
        if (broken?.seq !== row.seq || broken.reason !== 'changed') throw new Error(`row ${row.seq} was not found`)
      }
    }
  })

  test('changed and given a hash that fits, by the row that followed the old one', () => {
    for (const [index, row] of rows.entries()) {
      const forged = { ...row, act: 'team.removed' }
      const hash = hashOf(before(index).hash, forged)
      const broken = brokenBehind(before(index), [{ ...forged, hash }, ...rows.slice(index + 1, index + 2)])
      const told = index === ROWS - 1 ? { seq: ROWS, reason: 'head' } : { seq: row.seq + 1, reason: 'unlinked' }
      if (broken?.seq !== told.seq || broken.reason !== told.reason) throw new Error(`row ${row.seq} was not found`)
    }
  })

  test('removed from the middle, with the hash it had', () => {
    for (const [index, row] of rows.entries()) {
      const broken = brokenBehind(before(index), rows.slice(index + 1, index + 2))
      if (broken?.seq !== row.seq || broken.reason !== 'missing' || !broken.expected?.equals(row.hash)) {
        throw new Error(`row ${row.seq} was not missed`)
      }
    }
  })

  test('cut from the end, as the first that is missing', () => {
    for (const [index, row] of rows.entries()) {
      const broken = brokenBehind(before(index), [])
      if (broken?.seq !== row.seq || broken.reason !== 'missing') throw new Error(`row ${row.seq} was not missed`)
    }
  })
})
