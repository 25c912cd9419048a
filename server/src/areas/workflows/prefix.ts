import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { truncate } from '../../core/truncate.ts'
import { isTaken, takeTurns } from './prefix.queries.ts'

const LONGEST = 20

/**
 * The prefix itself, or with the next free digit: WF, WF2, WF3. The index of prefixes decides; whoever asks for one that
 * begins with the same letter, as all of these do, waits here, so that nobody has to be refused. Digits are found by halving: many prefixes cost few looks.
 */
export async function freePrefix({ db, tenantId }: TenantTx, wanted: string, own?: string): Promise<string> {
  const stem = /^(.+?)\d*$/s.exec(wanted)?.[1] ?? wanted
  await takeTurns(db, tenantId, wanted)
  const taken = (prefix: string) => isTaken(db, tenantId, prefix, own)
  if (!(await taken(wanted))) return wanted
  const numbered = (n: number) => `${truncate(stem, LONGEST - String(n).length)}${n}`
  let [low, high] = [1, 2]
  while (await taken(numbered(high))) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await taken(numbered(middle))) low = middle
    else high = middle
  }
  return numbered(high)
}
