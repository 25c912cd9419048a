import type { ReadTx } from '../../core/db/tenant-tx.ts'
import {
  amongTeam,
  compareKeys,
  type Found,
  foldSearch,
  type MemberFilter,
  type MemberPosition,
  SEARCHED,
  type Searched,
  scanByKey,
} from './members-list.queries.ts'
import { type MemberPositions, passes, pick } from './members-page.ts'

const order = (one: Pick<MemberPosition, 'key' | 'id'>, other: Pick<MemberPosition, 'key' | 'id'>) =>
  compareKeys(one.key, other.key) || compareKeys(one.id, other.id)

/** Whoever is found in several ways counts in the one that comes first, and so is shown once. */
function isFirstWay(found: Found, by: Searched, prefixes: Record<Searched, string>): boolean {
  const ways = SEARCHED.filter((key) => found[key].startsWith(prefixes[key]))
  return ways.every((way) => {
    const difference = compareKeys(found[by], found[way])
    return difference < 0 || (difference === 0 && SEARCHED.indexOf(by) <= SEARCHED.indexOf(way))
  })
}

/**
 * By the beginning of the first name, the last name or the address, in the order of whichever matched. Each way is read
 * no further than a page needs; what one of them has not read yet holds back what the others found behind it.
 */
export async function searchPositions(
  { db, tenantId }: ReadTx,
  search: string,
  filter: MemberFilter,
  after: string[] | undefined,
  limit: number,
): Promise<MemberPositions> {
  const prefixes = await foldSearch(db, search)
  const found: Found[] = []
  const horizons: Found[] = []
  for (const by of SEARCHED) {
    const rows = await scanByKey(db, tenantId, by, prefixes[by], after, limit + 1)
    const last = rows.at(-1)
    if (last && rows.length > limit) horizons.push(last)
    found.push(...rows.filter((row) => isFirstWay(row, by, prefixes)))
  }
  const horizon = horizons.toSorted(order)[0]
  const read = found.filter((row) => !horizon || order(row, horizon) <= 0).toSorted(order)
  const inTeam = filter.teamId
    ? await amongTeam(
        db,
        tenantId,
        filter.teamId,
        read.map(({ id }) => id),
      )
    : undefined
  const isWanted = passes(filter)
  return pick(read, (place) => isWanted(place) && (!inTeam || inTeam.has(place.id)), limit, horizon)
}
