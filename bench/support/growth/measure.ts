import type { Context } from '../../../server/src/core/context.ts'
import { plansBehind } from '../../../server/test/plans-behind.ts'
import { type Access, type Plan, readsTooMuch } from '../../../server/test/query-plan.ts'
import { median } from '../../../server/test/statistics.ts'
import { type Answer, type ListRequest, PAGE, type RequestsOf } from './list-request.ts'
import { type GrowthWorld, VIEWERS, type ViewerName } from './world.ts'

const PER_LOOKUP = 100
const PER_CONNECTION = 60
/** Rows before a page that is far behind the first. */
const FAR = 1_500
/** Of a table that does not grow with work. */
const MOST_OF_SMALL = 600
const GROWING =
  /^(instances|instance_people|instance_state|tasks|task_people|task_seats|step_runs|documents|document_versions|document_decisions|comments|forms|form_submissions|submission_starts|submission_words)(?:_p\d\d)?$/

type Statement = Plan & { text: string }
type Client = Parameters<typeof plansBehind>[0]

interface Line {
  group: string
  viewer: ViewerName
  pages: number
  rows: number
  removed: number
  buffers: number
  times: number[]
}

export interface Measured {
  lines: Line[]
  broken: string[]
  statements: number
  indexes: Set<string>
}

function problemsOf({ most, perLookup = PER_LOOKUP }: ListRequest, { accesses, text }: Statement): string[] {
  const branches = accesses.filter(({ times, relation }) => times === 1 && GROWING.test(relation))
  const taken = Math.round(branches.reduce((sum, { rows }) => sum + rows, 0))
  const bound = most(branches, text)
  const tell = ({ relation, rows, times, searches, buffers }: Access) =>
    `${relation}: ${Math.round(rows)} rows, ${buffers} buffers, entered ${times} times, ${searches} searches`
  return [
    ...(taken > bound ? [`${taken} rows of ${bound} (${branches.map(tell).join('; ')})`] : []),
    ...accesses.filter(readsTooMuch).map((one) => `too many buffers: ${tell(one)}`),
    ...accesses
      .filter(({ relation, rows, times }) =>
        GROWING.test(relation) ? times > 1 && rows > perLookup * times : times === 1 && rows > MOST_OF_SMALL,
      )
      .map((one) => `looks too much up: ${tell(one)}`),
  ]
}

/** Everything that is asked, by everyone who asks it; each statement by the plan that serves all values. */
export async function measure(
  connect: () => Promise<Client>,
  ctx: Context,
  { viewers }: GrowthWorld,
  askedBy: readonly RequestsOf[],
  say: (line: string) => void,
): Promise<Measured> {
  let client = await connect()
  const lines = new Map<string, Line>()
  const measured: Measured = { lines: [], broken: [], statements: 0, indexes: new Set() }
  const read = async (
    viewer: ViewerName,
    asked: ListRequest,
    cursor: string | undefined,
  ): Promise<Answer | undefined> => {
    let answer: Answer | undefined
    const plans = await plansBehind(client, ctx, viewers[viewer], async (held) => {
      answer = await asked.ask(held, viewers[viewer], { limit: PAGE, cursor })
    })
    for (const plan of plans) {
      for (const index of plan.indexes) measured.indexes.add(index)
      for (const problem of problemsOf(asked, plan)) {
        measured.broken.push(`${asked.group}, ${viewer} (${asked.name}${cursor ? ', further' : ''}): ${problem}`)
      }
    }
    measured.statements += plans.length
    const sum = (of: (plan: Plan) => number) => plans.reduce((total, plan) => total + of(plan), 0)
    const key = `${asked.group} ${viewer}`
    const line = lines.get(key) ?? { group: asked.group, viewer, pages: 0, rows: 0, removed: 0, buffers: 0, times: [] }
    line.pages += 1
    line.rows = Math.max(line.rows, answer?.rows ?? 0)
    line.removed = Math.max(line.removed, Math.round(sum(({ removed }) => removed)))
    line.buffers = Math.max(
      line.buffers,
      sum(({ buffers }) => buffers),
    )
    line.times.push(sum(({ ms }) => ms))
    lines.set(key, line)
    return answer
  }
  const lists = VIEWERS.map((viewer) =>
    askedBy.flatMap((ask) => ask(viewer, viewers[viewer])).map((asked) => ({ viewer, asked })),
  )
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let place = 0; place < longest; place++) {
    // Plans that are kept take room: a new connection has none.
    if (place % PER_CONNECTION === 0) {
      await client.end()
      client = await connect()
      say(`asked ${place} of ${longest}`)
    }
    for (const { viewer, asked } of lists.flatMap((list) => list[place] ?? [])) {
      try {
        const first = await read(viewer, asked, undefined)
        const far = { limit: FAR, cursor: undefined }
        const next =
          asked.further === 'far' && first?.next ? (await asked.ask(ctx, viewers[viewer], far)).next : first?.next
        if (asked.further !== 'none' && next) await read(viewer, asked, next)
      } catch (error) {
        measured.broken.push(`${asked.group}, ${viewer} (${asked.name}): ${String(error)}`)
      }
    }
  }
  await client.end()
  measured.lines = [...lines.values()].toSorted((a, b) => a.group.localeCompare(b.group))
  return measured
}

export const rowOf = ({ group, viewer, pages, rows, removed, buffers, times }: Line) => [
  group,
  viewer,
  pages,
  rows,
  removed,
  buffers,
  median(times).toFixed(2),
  Math.max(...times).toFixed(1),
]
