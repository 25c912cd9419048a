import pg from 'pg'
import * as z from 'zod/mini'
import { boundKysely, type Db } from '../src/core/db/bound-kysely.ts'

const Node = z.object({
  'Node Type': z.string(),
  'Index Name': z.optional(z.string()),
  'Rows Removed by Filter': z._default(z.number(), 0),
  'Actual Loops': z.number(),
  get Plans() {
    return z._default(z.array(Node), [])
  },
})
type Node = z.infer<typeof Node>

const Explained = z.tuple([
  z.object({
    Plan: z.extend(Node, {
      'Actual Rows': z.number(),
      'Shared Hit Blocks': z.number(),
      'Shared Read Blocks': z.number(),
    }),
  }),
])

export interface Plan {
  rows: number
  buffers: number
  /** Rows read in vain. */
  removed: number
  nodes: string[]
  indexes: string[]
}

const nodesOf = (node: Node): Node[] => [node, ...node.Plans.flatMap(nodesOf)]

const literal = (value: unknown) => (typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value)))

/** Runs the one statement that `query` makes as it runs in production, named and planned once for all values. */
export async function planOf(client: pg.Client, query: (db: Db) => Promise<unknown>): Promise<Plan> {
  let made: { text: string; values: unknown[] } | undefined
  const recorder = Object.assign(Object.create(client), {
    query: async (sent: { text: string; values: unknown[] }) => {
      made = sent
      return { rows: [], rowCount: 0 }
    },
  })
  await query(boundKysely(recorder, { over: false }))
  if (!made) throw new Error('no statement was made')
  await client.query(`prepare asked as ${made.text}`)
  const explained = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, buffers, format json) execute asked (${made.values.map(literal).join()})`,
  )
  await client.query('deallocate asked')
  const [{ Plan: root }] = z.parse(Explained, explained.rows[0]?.['QUERY PLAN'])
  const nodes = nodesOf(root)
  return {
    rows: root['Actual Rows'],
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    removed: nodes.reduce((sum, node) => sum + node['Rows Removed by Filter'] * node['Actual Loops'], 0),
    nodes: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
  }
}
