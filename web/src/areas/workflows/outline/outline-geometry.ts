import type { Row } from './outline-model.ts'

const STEP_IN = 22
const BEND = 9

/** Where the rail of a depth stands. */
export const railX = (depth: number) => STEP_IN + depth * STEP_IN

const middle = ({ top, height }: Row) => top + height / 2

/** Out of the trunk, down the branch and, if it comes to the join, back into the trunk. */
function arm(x: number, from: number, to: number, joins: boolean): string {
  const beside = x + STEP_IN
  const down = to > from ? `M${beside} ${from}V${to + 6}` : ''
  const home = down && joins ? `q0 ${BEND} -${BEND} ${BEND}h-4q-${BEND} 0 -${BEND} ${BEND}` : ''
  return `M${x} ${from - BEND}q0 ${BEND} ${BEND} ${BEND}h${beside - x - BEND}${down}${home}`
}

/** The rows under one: those that follow it deeper than itself. */
function under(rows: readonly Row[], at: number): readonly Row[] {
  const depth = rows[at]?.depth ?? 0
  const end = rows.findIndex((row, n) => n > at && row.depth <= depth)
  return rows.slice(at + 1, end < 0 ? rows.length : end)
}

function railOf(rows: readonly Row[], at: number): string {
  const row = rows[at]
  if (row?.kind !== 'step') return ''
  const x = railX(row.depth)
  const inside = under(rows, at)
  const next = row.continues ? rows[at + 1 + inside.length] : undefined
  const arms = inside.flatMap((one, n) => {
    if (one.kind !== 'branch' || one.depth !== row.depth + 1) return []
    const last = under(inside, n).at(-1) ?? one
    return [{ from: middle(one), to: middle(last), joins: next !== undefined && one.arrives === true }]
  })
  const end = next ? middle(next) : arms.at(-1) && (arms.at(-1)?.from ?? 0) - BEND
  const trunk = end === undefined ? '' : `M${x} ${middle(row)}V${end}`
  return trunk + arms.map(({ from, to, joins }) => arm(x, from, to, joins)).join('')
}

/** Forks and joins, as one path on the left. */
export function railsPath(rows: readonly Row[]): string {
  return rows.map((_, at) => railOf(rows, at)).join('')
}

const LANES = 3
const LANE = 12
const FIRST_LANE = 24

export interface ReturnLine {
  key: string
  line: string
  head: string
}

/** The ways back, in lanes on the right; those that pass each other stand apart as long as there is room. */
export function returnLines(rows: readonly Row[]): ReturnLine[] {
  const tops = new Map(rows.flatMap((row) => (row.kind === 'step' ? [[row.id, middle(row)]] : [])))
  const taken: { lane: number; from: number; to: number }[] = []
  return rows.flatMap((row): ReturnLine[] => {
    const to = row.kind === 'return' && row.target !== undefined ? tops.get(row.target) : undefined
    if (to === undefined) return []
    const from = middle(row)
    const [upper, lower] = [Math.min(from, to), Math.max(from, to)]
    const passing = taken.filter((one) => one.to > upper && one.from < lower).map(({ lane }) => lane)
    const free = Array.from({ length: LANES }, (_, lane) => lane).find((lane) => !passing.includes(lane))
    const lane = free ?? LANES - 1
    taken.push({ lane, from: upper, to: lower })
    const x = FIRST_LANE + lane * LANE
    const up = to < from ? -8 : 8
    return [
      {
        key: row.key,
        line: `M2 ${from}H${x - 8}q8 0 8 ${up}V${to - up}q0 ${up} -8 ${up}H8`,
        head: `M11 ${to - 5}L4 ${to}L11 ${to + 5}`,
      },
    ]
  })
}
