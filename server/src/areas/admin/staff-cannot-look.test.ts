import { randomUUID } from 'node:crypto'
import { fillPath } from '@throughline/contracts/endpoint'
import { TenantId } from '@throughline/contracts/ids'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { chainOf, verdictOn } from '../../../test/audit-chain.ts'
import { connectAs } from '../../../test/connect.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'
import { STAFF_FUNCTIONS, STAFF_READS, STAFF_WRITES } from '../../../test/staff/staff-columns.ts'
import { OURS, putSamples } from '../../../test/tenancy/samples.ts'
import { undone } from '../../../test/undone.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { sealBatch } from '../../core/audit/seal.ts'
import { signTenantHead } from '../../core/audit/sign-heads.ts'
import { verifyStep } from '../../core/audit/verify-step.ts'
import { createRelayPool } from '../../core/db/in-relay.ts'
import { STAFF_LOG } from '../../core/db/in-staff.ts'
import type { Records } from '../../core/storage/records.ts'
import { createStorage } from '../../core/storage/storage.ts'
import { ENDPOINTS } from '../../main/endpoints.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ctx, database } = api
const worker = workerContext(ctx)
const relay = createRelayPool(ctx.config, () => undefined)
const storage = createStorage(ctx.config)
afterAll(async () => {
  storage.close()
  await relay.end()
  await api.close()
})

/** The log has the same id everywhere, and the store of the tests is everybody's: here it has a folder of its own. */
const folder = randomUUID()
const own = (name: string) => name.replace(STAFF_LOG, folder)
const records: Records = {
  put: (key, content) => storage.records.put(own(key), content),
  get: (key) => storage.records.get(key),
  list: (name, from) => storage.records.list(own(name), from),
}

const CANARY = 'Canary-7f3a'

interface Column {
  table: string
  column: string
  type: string
  generated: boolean
  tenant: boolean
  reads: boolean
  writes: boolean
  changes: boolean
}

const columnsOf = async (client: pg.Client): Promise<Column[]> => {
  const found = await client.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       a.attgenerated <> '' or a.attidentity <> '' as generated,
       exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') as tenant,
       has_column_privilege('tl_staff', c.oid, a.attnum, 'select') as reads,
       has_column_privilege('tl_staff', c.oid, a.attnum, 'insert') as writes,
       has_column_privilege('tl_staff', c.oid, a.attnum, 'update, references')
         or has_table_privilege('tl_staff', c.oid, 'delete, truncate, trigger') as changes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace and c.relname !~ '^pg_stat'
     order by 1, a.attnum`,
  )
  return found.rows
}

const named = ({ table, column }: Column) => `${table}.${column}`
const listed = (list: Record<string, readonly string[]>) =>
  Object.entries(list).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))

const granted = async (client: pg.Client) => {
  const columns = await columnsOf(client)
  return {
    reads: columns
      .filter(({ reads }) => reads)
      .map(named)
      .toSorted(),
    writes: columns
      .filter(({ writes }) => writes)
      .map(named)
      .toSorted(),
    changes: columns.filter(({ changes }) => changes).map(named),
  }
}

const allowed = { reads: listed(STAFF_READS).toSorted(), writes: listed(STAFF_WRITES).toSorted(), changes: [] }

describe('the role of staff', () => {
  test('is granted the columns of the list and no other', async () => {
    expect(await database.admin(granted)).toEqual(allowed)
  })

  test.each([
    'grant select (password_hash) on people to tl_staff',
    'grant select on workflows to tl_staff',
    'grant tl_app to tl_staff',
    'grant update (name) on tenants to tl_staff',
  ])('and it would be noticed: %s', async (breach) => {
    const now = await database.admin((client) =>
      undone(client, async () => {
        await client.query(breach)
        return granted(client)
      }),
    )
    expect(now).not.toEqual(allowed)
  })

  test('is refused every other column when it really asks', async () => {
    const columns = await database.admin(columnsOf)
    const reads = new Set(allowed.reads)
    const client = await connectAs('tl_staff', database.name)
    for (const column of columns) {
      const answer = await client.query(`select "${column.column}" from "${column.table}" limit 0`).then(
        () => 'answered',
        (error: unknown) => Object(error).code,
      )
      expect(answer, named(column)).toBe(reads.has(named(column)) ? 'answered' : '42501')
    }
    await client.end()
    expect(columns.length).toBeGreaterThan(500)
  })

  test('calls its own functions alone, which take ids and answer what is listed', async () => {
    const found = await database.admin((client) =>
      client.query<{ name: string; takes: string; answers: string }>(
        `select n.nspname || '.' || p.proname as name, pg_get_function_result(p.oid) as answers,
           coalesce((select string_agg(format_type(t, null), ', ' order by o) from unnest(p.proargtypes) with ordinality a (t, o)), '') as takes
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('app', 'auth', 'staff', 'public') and has_function_privilege('tl_staff', p.oid, 'execute')
           and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         order by 1`,
      ),
    )
    const functions = Object.fromEntries(found.rows.map(({ name, takes, answers }) => [name, [takes, answers]]))
    expect(functions).toEqual(STAFF_FUNCTIONS)
  })
})

const valueOf = (type: string) =>
  type === 'jsonb'
    ? `to_jsonb('${CANARY}'::text)`
    : type === 'text[]'
      ? `array['${CANARY}']`
      : `'${CANARY}' || ctid::text`

/** In every text of a tenant's rows that staff may not read, past keys; what only takes certain words stays as it is. */
async function plant(client: pg.Client): Promise<string[]> {
  const planted: string[] = []
  const isHidden = (column: Column) =>
    column.tenant && !column.generated && !column.reads && ['text', 'text[]', 'jsonb'].includes(column.type)
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const column of (await columnsOf(client)).filter(isHidden)) {
    // The product's own words for its roles are shown; sessions are how staff themselves get in.
    if (named(column) === 'roles.name' || column.table === 'sessions') continue
    await client.query('savepoint one')
    try {
      await client.query(`update "${column.table}" set "${column.column}" = ${valueOf(column.type)}`)
      planted.push(named(column))
    } catch {
      await client.query('rollback to one')
    }
  }
  await client.query('commit')
  return planted
}

test('what stands in a tenant’s texts is in no answer, file or log of staff', async () => {
  const staff = await makeStaff(api)
  const planted = await database.admin(async (client) => {
    await putSamples(client)
    return plant(client)
  })
  for (const column of ['workflows.name', 'documents.name', 'comments.content', 'messages.title', 'tasks.name'])
    expect(planted).toContain(column)
  expect(planted.length).toBeGreaterThan(100)
  const params = { orgId: OURS.tenant }
  for (const { path, query } of ENDPOINTS.filter(({ access, method }) => access === 'staff' && method === 'GET')) {
    const response = await staff.visitor.fetch(
      `${staff.visitor.origin}${fillPath(path, params)}${query ? '?limit=200' : ''}`,
    )
    expect(response.status, path).toBe(200)
    expect(`${JSON.stringify([...response.headers])}${await response.text()}`, path).not.toContain(CANARY)
  }
  const client = await connectAs('tl_staff', database.name)
  for (const [table, columns] of Object.entries(STAFF_READS)) {
    const rows = await client.query(`select ${columns.join()} from ${table}`)
    expect(JSON.stringify(rows.rows), table).not.toContain(CANARY)
  }
  await client.end()
})

test('the staff log is sealed and signed like any other chain, and a changed row shows', async () => {
  const tenantId = TenantId.parse(STAFF_LOG)
  // The samples are no chain.
  await database.admin((admin) => admin.query('delete from audit_log where tenant_id = $1', [STAFF_LOG]))
  while ((await sealBatch(relay)).more);
  expect(await signTenantHead(worker, records, tenantId)).toBe(true)
  expect(verdictOn(...(await chainOf(relay, STAFF_LOG)))).toMatchObject({ whole: true })
  const verify = () => verifyStep(ctx, { tenantId }, records, { after: 0, step: 20_000 })
  const whole = await verify()
  expect(whole.broken).toBeNull()
  expect(whole.signedHead?.seq).toBe(whole.rows)
  await database.admin((admin) =>
    admin.query(`update audit_log set act = 'nothing' where tenant_id = $1 and seq = 2`, [STAFF_LOG]),
  )
  expect((await verify()).broken).toMatchObject({ seq: 2, reason: 'changed' })
})
