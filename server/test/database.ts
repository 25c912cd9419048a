import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, readMigrations } from '../src/core/db/migrate.ts'
import { asMigrator } from '../src/core/db/migrator.ts'

const LOCK = 7_215_002
/** Checkouts with different migrations share the servers: the newest templates stay, so that none drops another's. */
const TEMPLATES_KEPT = 8

export function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start tests with pnpm test, which brings the stack up`)
  return value
}

function adminUrl(database?: string): string {
  const url = new URL(required('PG_ADMIN_URL'))
  if (database) url.pathname = `/${database}`
  return url.toString()
}

export async function asAdmin<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl(database) })
  // Benches kill the server: what is asked next says so. Between two questions it must not end the whole run.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Migrated once for each state of the migrations; every test database is a copy of it, and any number at once. */
async function ensureTemplate(): Promise<string> {
  const files = await readMigrations()
  const databaseSql = await readFile(join(import.meta.dirname, '../../deploy/database.sql'), 'utf8')
  const state = createHash('sha256')
    .update([...files.map((file) => file.hash), databaseSql].join())
    .digest('hex')
    .slice(0, 12)
  const name = `tl_template_${state}`
  await asAdmin(async (admin) => {
    const isThere = async () => (await admin.query('select from pg_database where datname = $1', [name])).rowCount
    if (await isThere()) return
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    if (await isThere()) return
    await admin.query(`drop database if exists ${name}_new with (force)`)
    await admin.query(`create database ${name}_new owner tl_owner`)
    await asAdmin((made) => made.query(databaseSql), `${name}_new`)
    await asMigrator((client) => migrate(client, files, () => undefined), `${name}_new`)
    await admin.query(`alter database ${name}_new rename to ${name}`)
    const older = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname ^@ 'tl_template_' order by oid desc offset ${TEMPLATES_KEPT}`,
    )
    for (const { datname } of older.rows) await admin.query(`drop database if exists ${datname} with (force)`)
  })
  return name
}

/** A copy of a database has all that is in it, but not who may connect to it. */
async function copyRights(admin: pg.Client, from: string, to: string) {
  const { rows } = await admin.query<{ role: string }>(
    `select distinct a.grantee::regrole::text as role from pg_database d, aclexplode(d.datacl) a
     where d.datname = $1 and a.privilege_type = 'CONNECT' and a.grantee <> d.datdba`,
    [from],
  )
  await admin.query(`revoke all on database ${to} from public`)
  for (const { role } of rows) await admin.query(`grant connect on database ${to} to ${role}`)
}

/** With all that is in it, and who may connect to it; nobody may be in it meanwhile. */
export const copyDatabase = (from: string, to: string) =>
  asAdmin(async (admin) => {
    const { rows } = await admin.query<{ owner: string }>(
      'select datdba::regrole::text as owner from pg_database where datname = $1',
      [from],
    )
    await admin.query(`create database ${to} template ${from} owner ${rows[0]?.owner}`)
    await copyRights(admin, from, to)
  })

export interface TestDatabase {
  name: string
  /** As superuser, for looking where no role of the product can. */
  admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  url: string
  drop(): Promise<void>
}

const dropDatabase = (name: string) =>
  asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`)))

export async function createTestDatabase(name = `tl_test_${randomBytes(6).toString('hex')}`): Promise<TestDatabase> {
  const template = await ensureTemplate()
  await copyDatabase(template, name)
  return {
    name,
    url: adminUrl(name),
    admin: (work) => asAdmin(work, name),
    drop: () => dropDatabase(name),
  }
}

/** Names the run to its workers, so that it can drop their databases when they are gone. */
export const RUN = 'TEST_RUN'

let shared: Promise<TestDatabase> | undefined

const OPEN_TENANT_POLICIES = `do $$ declare p record; begin
  for p in select schemaname, tablename from pg_policies where policyname = 'tenant' loop
    execute format('alter policy tenant on %I.%I using (true) with check (true)', p.schemaname, p.tablename);
  end loop; end $$`

/**
 * The one database of all files that this worker runs. Row security does not keep its tenants apart, so that a statement
 * which forgets to name its tenant shows other files' rows. Row security itself is tried alone, by the tests of core/db.
 */
export function sharedDatabase(): Promise<TestDatabase> {
  // Not named by the process: a long run sees the same number twice.
  shared ??= createTestDatabase(`tl_test_${required(RUN)}_${randomBytes(6).toString('hex')}`).then(async (database) => {
    await database.admin((admin) => admin.query(OPEN_TENANT_POLICIES))
    return database
  })
  return shared
}

export async function dropSharedDatabases(): Promise<void> {
  const { rows } = await asAdmin((admin) =>
    admin.query<{ datname: string }>('select datname from pg_database where datname ^@ $1', [
      `tl_test_${required(RUN)}_`,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(datname)
}
