import { getCsrf } from '@throughline/contracts/auth'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import { TenantId } from '@throughline/contracts/ids'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { chainOf, verdictOn } from '../../../test/audit-chain.ts'
import { connectAs } from '../../../test/connect.ts'
import { keyOf } from '../../../test/endpoint-samples.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'
import { STAFF_FUNCTIONS, STAFF_READS, STAFF_WRITES } from '../../../test/staff/staff-columns.ts'
import { staffSamples } from '../../../test/staff/staff-samples.ts'
import { OURS, putSamples } from '../../../test/tenancy/samples.ts'
import { undone } from '../../../test/undone.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import { sealBatch } from '../../core/audit/seal.ts'
import { signTenantHead } from '../../core/audit/sign-heads.ts'
import { verifyStep } from '../../core/audit/verify-step.ts'
import { createRelayPool } from '../../core/db/in-relay.ts'
import { drawn } from '../../core/images/drawn-picture.ts'
import { versionOf } from '../../core/images/version-of.ts'
import { createStorage } from '../../core/storage/storage.ts'
import { meters } from '../../core/telemetry/meters.ts'
import { ENDPOINTS } from '../../main/endpoints.ts'

const api = await createTestApi({ ...ENGINE_AWAY, LOG_LEVEL: 'debug' })
const { ctx, database } = api
const worker = workerContext(ctx)
const relay = createRelayPool(ctx.config, () => undefined)
const storage = createStorage(ctx.config)
afterAll(async () => {
  storage.close()
  await relay.end()
  await api.close()
})

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

/** Staff read their columns, but only the rows of their own log. */
const BY_ROW = ['audit_pending', 'audit_log']

/** In every text of a tenant's rows that staff may not read, past keys; what only takes certain words stays as it is. */
async function plant(client: pg.Client): Promise<{ planted: string[]; refused: Set<unknown> }> {
  const planted: string[] = []
  const refused = new Set<unknown>()
  const isHidden = ({ table, tenant, generated, reads, type }: Column) =>
    tenant && !generated && (!reads || BY_ROW.includes(table)) && ['text', 'text[]', 'jsonb'].includes(type)
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const column of (await columnsOf(client)).filter(isHidden)) {
    // The product's own words for its roles are shown; sessions are how staff themselves get in.
    if (named(column) === 'roles.name' || column.table === 'sessions') continue
    await client.query('savepoint one')
    try {
      const ofTenants = BY_ROW.includes(column.table) ? `where tenant_id <> '${STAFF_LOG}'` : ''
      await client.query(`update "${column.table}" set "${column.column}" = ${valueOf(column.type)} ${ofTenants}`)
      planted.push(named(column))
    } catch (error) {
      refused.add(Object(error).code)
      await client.query('rollback to one')
    }
  }
  await client.query('commit')
  return { planted, refused }
}

/** All that the process logs and measures from now on, as text. */
function watched(): string[] {
  const told: string[] = []
  Object.assign(ctx.log, { [pino.symbols.streamSym]: { write: (line: string) => void told.push(line) } })
  const note = (...values: unknown[]) => void told.push(JSON.stringify(values))
  const instruments = meters()
  for (const histogram of [instruments.requestDuration, instruments.outboxLag, instruments.auditLag])
    vi.spyOn(histogram, 'record').mockImplementation(note)
  for (const counter of [
    instruments.outboxSent,
    instruments.outboxFailed,
    instruments.outboxDead,
    instruments.socketsOpen,
  ])
    vi.spyOn(counter, 'add').mockImplementation(note)
  return told
}

/** A call of staff about what is there, so that it answers as much as it can. */
async function callAbout(endpoint: EndpointShape, params: Record<string, string>) {
  const sample = (await staffSamples[keyOf(endpoint)]?.()) ?? {}
  const flags = { is_admin: true, is_internal: true, is_beta: true }
  const ids = { user_id: OURS.person, version: 1, reason: 'The owner asked us', ...flags }
  const body: Record<string, unknown> | undefined = sample.body && {
    ...sample.body,
    ...('user_id' in sample.body && ids),
    ...('users' in sample.body && { users: [{ ...Object(sample.body['users'])[0], ...ids }] }),
    ...('reg_id' in sample.body && { reg_id: params['regId'] }),
    ...('reg_ids' in sample.body && { reg_ids: [params['regId']] }),
  }
  return {
    method: endpoint.method,
    path: `${fillPath(endpoint.path, params)}${endpoint.query ? '?limit=200' : ''}`,
    ...(body && { body: JSON.stringify(body) }),
  }
}

test('what stands in a tenant’s texts is in no answer, page, file, measurement or log of staff', async () => {
  const staff = await makeStaff(api)
  const { planted, refused } = await database.admin(async (client) => {
    await putSamples(client)
    return plant(client)
  })
  for (const column of ['workflows.name', 'documents.name', 'comments.content', 'messages.title', 'tasks.name'])
    expect(planted).toContain(column)
  for (const table of BY_ROW)
    for (const column of ['act', 'data', 'address', 'device']) expect(planted).toContain(`${table}.${column}`)
  expect(planted.length).toBeGreaterThan(100)
  // Only what takes certain words, or words of a certain form, was left as it is.
  expect([...refused]).toEqual(['23514'])
  const idOf = async (query: string) =>
    (await database.admin((admin) => admin.query<{ id: string }>(query))).rows[0]?.id ?? ''
  const logo = drawn(Buffer.from('The logo'), 'png', 1, 1)
  await storage.keepDrawn(logo, `tenants/${OURS.tenant}`)
  await database.admin((admin) =>
    admin.query('update tenants set logo_sha256 = $2 where id = $1', [OURS.tenant, Buffer.from(logo.sha256, 'hex')]),
  )
  const params = {
    orgId: OURS.tenant,
    version: versionOf(logo.sha256),
    feedbackId: await idOf('select id from feedback where not resolved limit 1'),
    regId: await idOf('select reg_id as id from waitlist where removed_at is null limit 1'),
  }
  const told = watched()
  const { origin } = staff.visitor
  const { csrfToken } = await staff.client(getCsrf)
  const calls = await Promise.all(
    ENDPOINTS.filter(({ access }) => access === 'staff').map((endpoint) => callAbout(endpoint, params)),
  )
  // Once more after everything was changed, and the pages themselves.
  const pages = ['/home', '/home?tab=organizations', '/signin'].map((path) => ({ method: 'GET', path }))
  for (const { path, ...call } of [...calls, ...calls.filter(({ method }) => method === 'GET'), ...pages]) {
    const headers = { 'x-csrftoken': csrfToken, ...('body' in call && { 'content-type': 'application/json' }) }
    const isRead = call.method === 'GET'
    const response = await staff.visitor.fetch(`${origin}${path}`, { ...call, ...(!isRead && { headers }) })
    const text = await response.text()
    if (path.startsWith('/v1/')) expect(response.status, `${call.method} ${path} ${text}`).toBe(200)
    // Pages are found where the web is built.
    else expect(response.status, path).toBeLessThan(500)
    expect(`${JSON.stringify([...response.headers])}${text}`, path).not.toContain(CANARY)
  }
  expect(told.length).toBeGreaterThan(calls.length)
  expect(told.join('\n')).not.toContain(CANARY)
  vi.restoreAllMocks()
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
  expect(await signTenantHead(worker, storage.records, tenantId)).toBe(true)
  expect(verdictOn(...(await chainOf(relay, STAFF_LOG)))).toMatchObject({ whole: true })
  const verify = () => verifyStep(ctx, { tenantId }, storage.records, { after: 0, step: 20_000 })
  const whole = await verify()
  expect(whole.broken).toBeNull()
  expect(whole.signedHead?.seq).toBe(whole.rows)
  // In the same bucket another database has a staff log of its own, which says nothing about this one.
  const elsewhere = { ...ctx, config: { ...ctx.config, PG_DATABASE: 'another' } }
  const { broken, signedHead } = await verifyStep(elsewhere, { tenantId }, storage.records, { after: 0, step: 20_000 })
  expect([broken, signedHead]).toEqual([null, null])
  await database.admin((admin) =>
    admin.query(`update audit_log set act = 'nothing' where tenant_id = $1 and seq = 2`, [STAFF_LOG]),
  )
  expect((await verify()).broken).toMatchObject({ seq: 2, reason: 'changed' })
})
