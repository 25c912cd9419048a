import type pg from 'pg'

/**
 * A file that begins `--! online a b` runs outside a transaction, one statement after the other, while everybody works on.
 * It holds only what is harmless to repeat, so that a run that was killed is finished by the next:
 * `create index concurrently`, built for each partition where the table has some; `drop index concurrently if exists`;
 * `alter table … validate constraint`; and `update` or `delete` with a limit, repeated until it changes no row.
 * `a b` are the tables whose rows it reads and changes: the owner may see them only while row security is not forced.
 */
export interface OnlineMigration {
  tables: string[]
  statements: string[]
}

const INDEX = /^create (unique )?index concurrently (\w+) on (\w+)\s+([\s\S]+)$/i
const ROWS = /^(?:update|delete from) (\w+)\s[\s\S]*\blimit \d+/i
const OTHERS = [/^drop index concurrently if exists \w+$/i, /^alter table \w+ validate constraint \w+$/i]

export function onlineMigration(source: string): OnlineMigration | undefined {
  const directive = /^--! online\b(.*)$/m.exec(source)
  if (!directive) return undefined
  const tables = (directive[1] ?? '').split(/\s+/).filter(Boolean)
  const statements = source
    .replace(/--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean)
  for (const statement of statements) {
    const changed = ROWS.exec(statement)?.[1]
    if (changed && !tables.includes(changed)) throw new Error(`--! online does not name the table ${changed}`)
    if (!changed && ![INDEX, ...OTHERS].some((form) => form.test(statement)))
      throw new Error(`not a statement for a migration outside a transaction: ${statement}`)
  }
  return { tables, statements }
}

/** Runs something that needs a strong lock for a moment. */
type Briefly = (sql: string) => Promise<void>

export async function applyOnline(client: pg.ClientBase, { tables, statements }: OnlineMigration, briefly: Briefly) {
  for (const table of tables) await briefly(`alter table ${table} no force row level security`)
  try {
    for (const statement of statements) {
      const index = INDEX.exec(statement)
      if (index) await buildIndex(client, index, briefly)
      else if (ROWS.test(statement)) await inBatches(client, statement)
      else await patiently(client, statement)
    }
  } finally {
    for (const table of tables) await briefly(`alter table ${table} force row level security`)
  }
}

async function inBatches(client: pg.ClientBase, statement: string) {
  for (;;) if (!(await client.query(statement)).rowCount) return
}

/** These wait for transactions that began before, in whose way they are not: a bound on waiting would only make them fail. */
async function patiently(client: pg.ClientBase, statement: string) {
  await client.query('set lock_timeout = 0')
  try {
    await client.query(statement)
  } finally {
    await client.query('reset lock_timeout')
  }
}

async function buildIndex(client: pg.ClientBase, found: RegExpExecArray, briefly: Briefly) {
  const [, unique = '', index = '', table = '', rest = ''] = found
  const parts = await partitionsOf(client, table)
  if (!parts) return buildOn(client, { unique, index, table, rest })
  // First the empty index of the parent: partitions that are made from now on have theirs from the beginning.
  if (!(await stateOf(client, index))) await briefly(`create ${unique}index ${index} on only ${table} ${rest}`)
  for (const part of parts) {
    if (await isAttached(client, index, part)) continue
    const own = index.startsWith(`${table}_`) ? `${part}${index.slice(table.length)}` : `${index}_${part}`
    if (own.length > 63) throw new Error(`the name ${own} is too long for an index`)
    await buildOn(client, { unique, index: own, table: part, rest })
    await briefly(`alter index ${index} attach partition ${own}`)
  }
}

interface PlainIndex {
  unique: string
  index: string
  table: string
  rest: string
}

async function buildOn(client: pg.ClientBase, { unique, index, table, rest }: PlainIndex) {
  const state = await stateOf(client, index)
  if (state === 'valid') return
  // What a build leaves that was killed is kept up to date by every write, and used by no query.
  if (state === 'invalid') await patiently(client, `drop index concurrently ${index}`)
  await patiently(client, `create ${unique}index concurrently ${index} on ${table} ${rest}`)
}

async function stateOf(client: pg.ClientBase, index: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  return rows[0] && (rows[0].indisvalid ? 'valid' : 'invalid')
}

/** The partitions of a table, or undefined if it has none because it is a plain one. */
async function partitionsOf(client: pg.ClientBase, table: string): Promise<string[] | undefined> {
  const { rows } = await client.query<{ kind: string; parts: string[] }>(
    `select c.relkind as kind, array(select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhrelid
       where i.inhparent = c.oid order by p.relname) as parts
     from pg_class c where c.oid = $1::regclass`,
    [table],
  )
  return rows[0]?.kind === 'p' ? rows[0].parts : undefined
}

async function isAttached(client: pg.ClientBase, index: string, part: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_inherits h join pg_index x on x.indexrelid = h.inhrelid
     where h.inhparent = to_regclass($1) and x.indrelid = to_regclass($2)`,
    [index, part],
  )
  return rowCount === 1
}
