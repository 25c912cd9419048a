/** One order of what both sides keep; undefined where they moved the same elements differently. */
export function joinedOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] | undefined {
  const inBoth = (one: string) => mine.includes(one) && theirs.includes(one)
  const common = mine.filter(inBoth)
  if (equal(common, theirs.filter(inBoth))) return interleaved(mine, theirs, common)
  const known = (list: readonly string[]) => list.filter((one) => inBoth(one) && base.includes(one))
  const before = known(base)
  const moved = { mine: !equal(known(mine), before), theirs: !equal(known(theirs), before) }
  if (moved.mine === moved.theirs) return undefined
  return moved.mine ? withAdded(mine, theirs) : withAdded(theirs, mine)
}

const equal = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one, n) => one === b[n])

/** What only one side has stays between its neighbours; two such runs come in the same order from either side. */
function interleaved(mine: readonly string[], theirs: readonly string[], common: readonly string[]): string[] {
  const joined: string[] = []
  let [m, t] = [0, 0]
  for (const shared of [...common, undefined]) {
    const [endOfMine, endOfTheirs] = [endOf(mine, shared), endOf(theirs, shared)]
    const runs = [mine.slice(m, endOfMine), theirs.slice(t, endOfTheirs)]
    runs.sort((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1))
    joined.push(...runs.flat())
    if (shared !== undefined) joined.push(shared)
    m = endOfMine + 1
    t = endOfTheirs + 1
  }
  return joined
}

const endOf = (list: readonly string[], shared: string | undefined) =>
  shared === undefined ? list.length : list.indexOf(shared)

/** The order of one side, with what only the other has put behind what it stood behind there. */
function withAdded(leading: readonly string[], other: readonly string[]): string[] {
  const joined = [...leading]
  for (const [n, one] of other.entries()) {
    if (joined.includes(one)) continue
    const before = n === 0 ? undefined : other[n - 1]
    joined.splice(before === undefined ? 0 : joined.indexOf(before) + 1, 0, one)
  }
  return joined
}
