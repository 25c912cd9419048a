const MAX_COMPARED = 80

/** How many letters have to be added, taken away or replaced to make one of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The page whose address is most like the one that was asked for; the first where none is near. */
export function nearestPage(paths: readonly string[], wanted: string): number {
  const written = wanted.slice(0, MAX_COMPARED).toLowerCase()
  const near = paths
    .map((path, at) => ({ at, far: distance(written, path) }))
    .filter(({ at, far }) => at > 0 && far <= Math.max(2, written.length / 2))
    .toSorted((a, b) => a.far - b.far)
  return near[0]?.at ?? 0
}
