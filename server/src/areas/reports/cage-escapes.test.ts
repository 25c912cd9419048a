import { loadModule } from 'libpg-query'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { attempt, connectBound, leaks, putCageWorld } from '../../../test/reports/cage-world.ts'
import { PARAMETER_VALUES, writtenEscapes } from '../../../test/reports/escapes.ts'
import { columnsOfViews } from '../../../test/reports/views-of.ts'
import { FUNCTIONS } from './gate/allowed.ts'
import { checkQuery, type GateAnswer } from './gate/check-query.ts'
import { PARAMETER_TYPES } from './gate/parameters.ts'
import { VIEW_WIDTH } from './gate/width.ts'

const database = await createTestDatabase()
await putCageWorld(database, { twin: false })
await loadModule()
const columns = await database.admin(columnsOfViews)
const views = [...new Set(columns.map(({ view }) => view))]
const escapes = writtenEscapes(columns)
const families = [...new Set(escapes.map(({ family }) => family))]

/** What anybody could have written: rows of all tables, what the catalog knows, and what the role may. */
const contents = () =>
  database.admin(async (admin) => {
    const { rows } = await admin.query(
      `select c.oid::regclass::text as name, query_to_xml(
         format('select count(*), max(xmin::text::bigint) from %s', c.oid::regclass), true, true, '')::text as rows
       from pg_class c where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace or c.relname = any (
         '{pg_class,pg_proc,pg_namespace,pg_operator,pg_cast,pg_extension,pg_description,pg_largeobject_metadata}'))
       union all select rolname, row (rolsuper, rolconfig, array(select roleid from pg_auth_members where member = r.oid))::text
       from pg_roles r where rolname = 'tl_report' order by 1`,
    )
    return rows
  })

let client: pg.Client
let before: unknown[]
beforeAll(async () => {
  client = await connectBound(database)
  before = await contents()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** What the gate lets through, as it is printed. */
async function answeredBy(answer: GateAnswer) {
  return answer.ok ? attempt(client, answer.checked.sql) : undefined
}

test('no view has more columns than the gate counts for its star', () => {
  for (const view of views)
    expect(columns.filter((column) => column.view === view).length).toBeLessThanOrEqual(VIEW_WIDTH)
})

test('there are at least 500 of them, no two alike', () => {
  expect(escapes.length).toBeGreaterThanOrEqual(500)
})

describe.each(families)('escapes of the family “%s”', (family) => {
  const all = escapes.filter((one) => one.family === family)

  test.each(all)('with the gate and past it, nothing comes of: $statement', async ({ statement }) => {
    const answer = checkQuery({ query: statement, parameters: [], views })
    // Conditions on rows are what people ask; everything else ends at the gate.
    if (family !== 'probe' && !/^select ('|")|^select E'|^values/.test(statement)) expect(answer.ok).toBe(false)
    const through = await answeredBy(answer)
    expect(through ? leaks(through) : false).toBe(false)
    const past = await attempt(client, statement)
    expect(leaks(past), past.text.slice(0, 500)).toBe(false)
    if (family === 'table') expect(['42501', '42P01']).toContain(past.code)
  })
})

test('none of them has written or changed anything', async () => {
  expect(before.length).toBeGreaterThan(100)
  expect(await contents()).toEqual(before)
})

describe('a parameter is a value, whatever stands in it', () => {
  const cases = PARAMETER_VALUES.flatMap((value) => PARAMETER_TYPES.map((type) => ({ type, value })))
  test.each(cases)('$type $value', async ({ type, value }) => {
    const answer = checkQuery({ query: 'select {{p}} as v, {{ p }}', parameters: [{ name: 'p', type, value }], views })
    const seen = await answeredBy(answer)
    if (type === 'text') expect(seen?.rows).toMatchObject([{ v: value }])
    else expect(seen === undefined || seen.code === undefined).toBe(true)
  })
})

test('no function that is not on the list can be called with a dot', async () => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace in ('pg_catalog'::regnamespace, 'report'::regnamespace) and p.pronargs > 0 and p.pronargs - p.pronargdefaults <= 1
         and (p.provariadic <> 0 or p.proargtypes[0]::regtype::text ~ '^(record|"?any)')`,
    ),
  )
  const callable: string[] = []
  for (const { name } of rows) {
    const answer = checkQuery({ query: `select t."${name}" from tasks t`, parameters: [], views })
    if (answer.ok && (await attempt(client, answer.checked.sql)).code === undefined) callable.push(name)
  }
  expect(callable.filter((name) => !FUNCTIONS.has(name))).toEqual([])
  expect(checkQuery({ query: 'select t.json_agg from tasks t', parameters: [], views }).ok).toBe(false)
})

test('a connection that is bound to nobody sees nothing, and is bound once', async () => {
  const rebind = (pid: number) =>
    database.admin(async (admin) => {
      await admin.query(`begin; set local app.tenant = '22222222-0001-7000-8000-000000000000'`)
      const { rows } = await admin.query('select auth.bind_report($1, null, $2) as bound', [pid, []])
      await admin.query('commit')
      return rows[0]
    })
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect(await rebind(rows[0].pid)).toEqual({ bound: false })
  expect(leaks(await attempt(client, 'select * from instances'))).toBe(false)
  const others = await database.admin((admin) => admin.query('select pg_backend_pid() as pid'))
  expect(await rebind(others.rows[0].pid)).toEqual({ bound: false })
  const unbound = await connectAs('tl_report', database.name)
  for (const view of views) expect((await attempt(unbound, `select * from ${view}`)).rows).toEqual([])
  await unbound.end()
})
