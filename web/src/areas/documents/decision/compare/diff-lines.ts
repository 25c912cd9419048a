export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }
export type Diff = { lines: DiffLine[]; removed: number; added: number }

/** So many pairs of lines are compared; beyond that, everything between the ends that are alike counts as changed. */
const MAX_PAIRS = 4_000_000

const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }))

/** How long the longest common run of lines is from each pair of places on, row after row. */
function commonFrom(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const next = before[i] === after[j] ? 1 + (table[(i + 1) * width + j + 1] ?? 0) : 0
      const skip = Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0)
      table[i * width + j] = Math.max(next, skip)
    }
  }
  return table
}

function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MAX_PAIRS) return [...as('removed', before), ...as('added', after)]
  const table = commonFrom(before, after)
  const width = after.length + 1
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    const [old, fresh] = [before[i] ?? '', after[j] ?? '']
    if (old === fresh) {
      lines.push({ kind: 'same', text: old })
      i++
      j++
    } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) {
      lines.push({ kind: 'removed', text: old })
      i++
    } else {
      lines.push({ kind: 'added', text: fresh })
      j++
    }
  }
  return [...lines, ...as('removed', before.slice(i)), ...as('added', after.slice(j))]
}

/** Which lines were taken out, which were added, in the order of the text. */
export function diffLines(before: readonly string[], after: readonly string[]): Diff {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const lines = [
    ...as('same', before.slice(0, start)),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...as('same', before.slice(before.length - end)),
  ]
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { lines, removed: count('removed'), added: count('added') }
}

/** As many unchanged lines as help to find the place; longer runs fold into one. */
const AROUND = 3

export type DiffPart = DiffLine | { kind: 'folded'; count: number }

export function foldSame(lines: readonly DiffLine[]): DiffPart[] {
  const near = (place: number) =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ kind }) => kind !== 'same')
  const parts: DiffPart[] = []
  lines.forEach((line, place) => {
    const last = parts.at(-1)
    if (near(place)) parts.push(line)
    else if (last?.kind === 'folded') parts[parts.length - 1] = { kind: 'folded', count: last.count + 1 }
    else parts.push({ kind: 'folded', count: 1 })
  })
  return parts
}
