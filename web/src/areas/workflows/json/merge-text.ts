import { ChangeSet } from '@codemirror/state'

type Hunk = { from: number; to: number; insert: string }

const startOf = (lines: readonly string[], line: number) =>
  lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)

/** What makes one text into another, line by line: what is the same before and after stays, and with it the cursor. */
export function lineChanges(before: string, after: string): ChangeSet {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const hunks: Hunk[] = []
  let [x, y] = [0, 0]
  const at = new Map<string, number[]>()
  for (const [line, text] of b.entries()) at.set(text, [...(at.get(text) ?? []), line])
  while (x < a.length || y < b.length) {
    if (x < a.length && y < b.length && a[x] === b[y]) {
      x++
      y++
      continue
    }
    const [nextX, nextY] = meeting(a, b, x, y, at)
    hunks.push(hunk(a, b, [x, nextX], [y, nextY]))
    x = nextX
    y = nextY
  }
  return ChangeSet.of(hunks, before.length)
}

const LOOK = 400
const TELLING = 3

/** Where both go on the same, as near as possible: a line that stands there once, or two lines. */
function meeting(a: string[], b: string[], x: number, y: number, at: ReadonlyMap<string, number[]>): [number, number] {
  let best: [number, number] = [a.length, b.length]
  for (let i = x; i < Math.min(a.length, x + LOOK); i++) {
    if (i - x >= best[0] - x + best[1] - y) break
    const places = at.get(a[i] ?? '') ?? []
    const telling = places.length === 1 && (a[i] ?? '').trim().length > TELLING
    const j = places.find((line) => line >= y && (telling || a[i + 1] === b[line + 1]))
    if (j !== undefined && i - x + j - y < best[0] - x + best[1] - y) best = [i, j]
  }
  return best
}

function hunk(a: string[], b: string[], [x, toX]: [number, number], [y, toY]: [number, number]): Hunk {
  const inserted = b.slice(y, toY).join('\n')
  // The last line ends without a break: then the break before the hunk goes or comes with it.
  const last = toX === a.length
  const from = startOf(a, x) - (last && x > 0 && (toX === x || toY === y) ? 1 : 0)
  const to = startOf(a, toX) - (last ? 1 : 0)
  if (!last) return { from, to, insert: toY > y ? `${inserted}\n` : '' }
  return { from, to: Math.max(to, from), insert: toX === x && x > 0 && toY > y ? `\n${inserted}` : inserted }
}

/** A text in common with the document, and what was written since. */
export type Shared = { text: string; since: ChangeSet }

export const sharing = (text: string): Shared => ({ text, since: ChangeSet.empty(text.length) })

/** Brings in another text that was made from the shared one, and keeps what was written here since. */
export function brought(shared: Shared, text: string): { changes: ChangeSet; shared: Shared } {
  const theirs = lineChanges(shared.text, text)
  return { changes: theirs.map(shared.since), shared: { text, since: shared.since.map(theirs, true) } }
}

export const written = (shared: Shared, changes: ChangeSet): Shared => ({
  text: shared.text,
  since: shared.since.compose(changes),
})
