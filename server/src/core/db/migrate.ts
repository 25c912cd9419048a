import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expandDirectives } from './migration-directives.ts'
import { applyOnline, type OnlineMigration, onlineMigration } from './online-migration.ts'

const LOCK = 7_215_001
const LOCK_NOT_AVAILABLE = '55P03'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

export interface MigrationFile {
  name: string
  hash: string
  sql: string
  /** Set for a file that runs outside a transaction. */
  online?: OnlineMigration | undefined
}

export async function readMigrations(folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => migrationFile(name, await readFile(join(folder, name), 'utf8'))))
}

export const migrationFile = (name: string, source: string): MigrationFile => ({
  name,
  hash: createHash('sha256').update(source).digest('hex'),
  sql: expandDirectives(source),
  online: onlineMigration(source),
})

/**
 * Forward only, each file in its own transaction unless it is an online one; a file that was applied and has since changed
 * stops everything.
 */
export async function migrate(client: pg.ClientBase, files: MigrationFile[], log: (line: string) => void) {
  await becomeOnly(client)
  try {
    await client.query('set role tl_owner')
    await client.query(
      `create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    for (const file of files) {
      const before = applied.get(file.name)
      if (before === file.hash) continue
      if (before) throw new Error(`${file.name} was changed after it had been applied`)
      await apply(client, file).catch((cause: unknown) => {
        throw new Error(`${file.name} failed`, { cause })
      })
      log(`applied ${file.name}`)
    }
  } finally {
    await client.query('reset role')
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
}

/** Asks again and again: a statement that waited for the lock would itself be waited for by an index that is being built. */
async function becomeOnly(client: pg.ClientBase) {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK])
    if (rows[0]?.got) return
    await sleep(200)
  }
}

async function apply(client: pg.ClientBase, { name, hash, sql, online }: MigrationFile) {
  const record = () => client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  if (!online) return inTransaction(client, sql, record)
  // Whoever writes waits behind a lock that is asked for: here each try is too short for anybody to notice.
  await applyOnline(client, online, (statement) =>
    inTransaction(client, `set local lock_timeout = '100ms'; ${statement}`),
  )
  await record()
}

/** A busy table makes a migration wait its turn in short tries instead of holding everyone up behind its lock. */
async function inTransaction(client: pg.ClientBase, sql: string, record?: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(sql)
      await record?.()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const busy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
      if (!busy || attempt >= 10) throw error
      await sleep(200 * attempt)
    }
  }
}
