import pg from 'pg'
import * as z from 'zod/mini'
import { boundKysely, type Db } from '../src/core/db/bound-kysely.ts'

const Node = z.object({
  'Node Type': z.string(),
  'Index Name': z.optional(z.string()),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
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
      'Actual Total Time': z.number(),
      'Shared Hit Blocks': z.number(),
      'Shared Read Blocks': z.number(),
    }),
  }),
])

export interface Plan {
  rows: number
  /** Rows that were taken from tables, wanted or not. */
  read: number
  buffers: number
  ms: number
  /** Rows read in vain. */
  removed: number
  nodes: string[]
  indexes: string[]
}

const nodesOf = (node: Node): Node[] => [node, ...node.Plans.flatMap(nodesOf)]

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
}

interface Statement {
  text: string
  values: unknown[]
}

/** Runs the one statement that `query` makes as it runs in production, named and planned once for all values. */
export async function planOf(client: pg.Client, query: (db: Db) => Promise<unknown>): Promise<Plan> {
  let made: Statement | undefined
  const recorder = Object.assign(Object.create(client), {
    query: async (sent: Statement) => {
      made = sent
      return { rows: [], rowCount: 0 }
    },
  })
  await query(boundKysely(recorder, { over: false }))
  if (!made) throw new Error('no statement was made')
  return explain(client, made)
}

/** The same for each of the statements that `work` makes, one after the other. */
export async function plansOf(client: pg.Client, work: (db: Db) => Promise<unknown>) {
  const made: Statement[] = []
  const recorder = Object.assign(Object.create(client), {
    query: (sent: Statement) => {
      made.push(sent)
      return client.query(sent.text, sent.values)
    },
  })
  await work(boundKysely(recorder, { over: false }))
  const plans: (Plan & { text: string })[] = []
  for (const statement of made) plans.push({ ...(await explain(client, statement)), text: statement.text })
  return plans
}

async function explain(client: pg.Client, made: Statement): Promise<Plan> {
  await client.query(`prepare asked as ${made.text}`)
  const explained = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, buffers, format json) execute asked (${made.values.map(literal).join()})`,
  )
  await client.query('deallocate asked')
  const [{ Plan: root }] = z.parse(Explained, explained.rows[0]?.['QUERY PLAN'])
  const nodes = nodesOf(root)
  const readBy = (node: Node) => (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops']
  return {
    rows: root['Actual Rows'],
    read: Math.round(nodes.reduce((sum, node) => sum + (node['Relation Name'] ? readBy(node) : 0), 0)),
    ms: root['Actual Total Time'],
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    removed: nodes.reduce((sum, node) => sum + node['Rows Removed by Filter'] * node['Actual Loops'], 0),
    nodes: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
  }
}
