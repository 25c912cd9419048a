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
  'Index Searches': z._default(z.number(), 0),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z._default(z.array(Node), [])
  },
})
type Node = z.infer<typeof Node>

const Explained = z.tuple([
  z.object({
    Plan: z.extend(Node, { 'Actual Total Time': z.number() }),
  }),
])

/** One place in the plan where a table is read. */
export interface Access {
  relation: string
  /** How often it was entered: once by a branch, once for each row by what looks something up. */
  times: number
  /** How often an index was searched from its root, which is more often where one of several values is asked for. */
  searches: number
  /** Rows that were taken, wanted or not. */
  rows: number
  buffers: number
}

/** Down an index and into the table, each time it is searched. */
const PER_SEARCH = 5
/** Fewer rows hardly stand on a page of an index. */
const PER_LEAF = 20

/** Buffers grow with the rows that are taken, and the pages of an index on which they stand, never with the table. */
export const readsTooMuch = ({ rows, searches, buffers }: Access) =>
  buffers > Math.ceil(rows) + Math.floor(rows / PER_LEAF) + PER_SEARCH * searches

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
  accesses: Access[]
}

const nodesOf = (node: Node): Node[] => [node, ...node.Plans.flatMap(nodesOf)]

const readBy = (node: Node) => (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops']
const buffersOf = (node: Node) => node['Shared Hit Blocks'] + node['Shared Read Blocks']
const isBitmap = (node: Node) => node['Node Type'].startsWith('Bitmap')

/** What is asked of each row inside of it is an access of its own; the bitmaps are part of this one. */
const accessOf = (node: Node): Access => ({
  relation: node['Relation Name'] ?? '',
  times: node['Actual Loops'],
  searches: Math.max(
    node['Actual Loops'],
    [node, ...node.Plans.flatMap(nodesOf).filter(isBitmap)].reduce((sum, one) => sum + one['Index Searches'], 0),
  ),
  rows: Math.max(
    readBy(node),
    ...node.Plans.flatMap(nodesOf)
      .filter(isBitmap)
      .map((one) => one['Actual Rows'] * one['Actual Loops']),
  ),
  buffers: node.Plans.filter((one) => !isBitmap(one)).reduce((left, one) => left - buffersOf(one), buffersOf(node)),
})

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  const text = Array.isArray(value) ? `{${value.join()}}` : String(value)
  return value === null ? 'null' : pg.escapeLiteral(text)
}

interface Statement {
  name?: string
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

/** All that `work` asks, as it runs. */
async function statementsOf(client: pg.Client, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = []
  const recorder = Object.assign(Object.create(client), {
    query: async (sent: Statement) => {
      // How long a statement may take says nothing about its plan, which takes longer while it is told.
      if (sent.text.startsWith('set local statement_timeout')) return { rows: [], rowCount: 0 }
      made.push(sent)
      return await client.query(sent)
    },
  })
  await work(boundKysely(recorder, { over: false }))
  return made
}

/** The same with the values written out. */
export const sqlOf = async (client: pg.Client, work: (db: Db) => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(client, work)).map(({ text, values }) =>
    text.replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1])),
  )

/** The plan of each of the statements that `work` makes, one after the other. */
export async function plansOf(client: pg.Client, work: (db: Db) => Promise<unknown>) {
  const made = await statementsOf(client, work)
  const plans: (Plan & { text: string })[] = []
  for (const statement of made) plans.push({ ...(await explain(client, statement, true)), text: statement.text })
  return plans
}

/** Of one that already ran here under its name, the very plan by which it ran. */
async function explain(client: pg.Client, made: Statement, ran = false): Promise<Plan> {
  const known = ran ? made.name : undefined
  const name = known === undefined ? 'asked' : pg.escapeIdentifier(known)
  if (known === undefined) await client.query(`prepare asked as ${made.text}`)
  const values = made.values.length > 0 ? `(${made.values.map(literal).join()})` : ''
  const explained = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (analyze, buffers, format json) execute ${name} ${values}`,
  )
  if (known === undefined) await client.query('deallocate asked')
  const [{ Plan: root }] = z.parse(Explained, explained.rows[0]?.['QUERY PLAN'])
  const nodes = nodesOf(root)
  return {
    rows: root['Actual Rows'],
    read: Math.round(nodes.reduce((sum, node) => sum + (node['Relation Name'] ? readBy(node) : 0), 0)),
    ms: root['Actual Total Time'],
    buffers: buffersOf(root),
    removed: nodes.reduce((sum, node) => sum + node['Rows Removed by Filter'] * node['Actual Loops'], 0),
    nodes: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    accesses: nodes.filter((node) => node['Relation Name'] && node['Actual Loops'] > 0).map(accessOf),
  }
}
