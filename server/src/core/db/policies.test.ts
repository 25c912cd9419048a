import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { type Act, actingAs, actingOn } from '../../../test/tenancy/acting.ts'
import { BILLING_PROBES } from '../../../test/tenancy/billing-probes.ts'
import { FORM_PROBES } from '../../../test/tenancy/form-probes.ts'
import { INBOX_PROBES } from '../../../test/tenancy/inbox-probes.ts'
import { erasureProbe, FUNCTION_PROBES, PERSON_PROBES, tenantProbes } from '../../../test/tenancy/probes.ts'
import { QUEUE_PROBES } from '../../../test/tenancy/queue-probes.ts'
import { putSamples } from '../../../test/tenancy/samples.ts'
import { SEARCH_PROBES } from '../../../test/tenancy/search-probes.ts'
import { STAFF_PROBES } from '../../../test/tenancy/staff-probes.ts'
import { findTenantTables } from '../../../test/tenancy/tenant-tables.ts'
import { WEBSITE_PROBES } from '../../../test/tenancy/website-probes.ts'
import { undone } from '../../../test/undone.ts'

interface Policy {
  table: string
  policy: string
  using: string | null
  check: string | null
}

const database = await createTestDatabase()
const noticed = { dropped: 0, opened: 0 }
afterAll(async () => {
  process.stdout.write(
    `policies noticed: ${noticed.dropped} of ${policies.length} dropped, ${noticed.opened} of ${openable.length} opened\n`,
  )
  await database.drop()
})

const { policies, tables, erasable } = await database.admin(async (client) => {
  await putSamples(client)
  const found = await client.query<Policy>(
    `select tablename as table, policyname as policy, qual as using, with_check as check from pg_policies
     -- Those of reports depend on who a connection is bound to: cage-mutants.test.ts weakens each of them.
     where roles <> '{tl_report}' and (tablename, policyname) <> ('report_sessions', 'functions') order by 1, 2`,
  )
  const named = await client.query<{ name: string }>('select name from auth.erasable_tables()')
  const erasable = [...named.rows.map(({ name }) => name), 'audit_pending', 'audit_log', 'audit_heads']
  return { policies: found.rows, tables: await findTenantTables(client), erasable }
})

const probes = [
  ...FUNCTION_PROBES,
  ...INBOX_PROBES,
  ...BILLING_PROBES,
  ...FORM_PROBES,
  ...WEBSITE_PROBES,
  ...SEARCH_PROBES,
  ...QUEUE_PROBES,
  ...STAFF_PROBES,
  ...PERSON_PROBES,
  ...tables.flatMap((table) => tenantProbes(table, 'tl_api')),
  ...erasable.map((table) => erasureProbe(table)),
  erasureProbe('tenants', 'id'),
]

async function failures(act: Act): Promise<string[]> {
  const failed: string[] = []
  for (const probe of probes) if (!(await probe.holds(act))) failed.push(probe.name)
  return failed
}

/** Those about the table are asked first, and of these the one about erasing where it is that policy. */
const rankFor = ({ table, policy }: Policy, name: string) => {
  if (!name.includes(` ${table}`)) return 2
  return name.startsWith('tl_owner') === (policy === 'erasure') ? 0 : 1
}

/** Whether any promise breaks with the change in place. */
const isNoticed = (policy: Policy, change: string) =>
  database.admin((client) =>
    undone(client, async () => {
      await client.query(change)
      for (const probe of probes.toSorted((a, b) => rankFor(policy, a.name) - rankFor(policy, b.name))) {
        if (!(await probe.holds(actingOn(client)))) return true
      }
      return false
    }),
  )

/** A policy that asks nothing any more. */
function opening({ table, policy, using, check }: Policy): string | undefined {
  if ((using ?? 'true') === 'true' && (check ?? 'true') === 'true') return undefined
  return `alter policy ${policy} on ${table} ${using ? 'using (true)' : ''} ${check ? 'with check (true)' : ''}`
}

test(`${probes.length} promises over ${tables.length} tables hold for roles that really log in`, async () => {
  const clients = new Map<string, pg.Client>()
  const act = actingAs(async (role) => {
    const client = clients.get(role) ?? (await connectAs(role, database.name))
    clients.set(role, client)
    return client
  })
  expect(await failures(act)).toEqual([])
  for (const client of clients.values()) await client.end()
})

test('and for the same roles taken on by a superuser, which is how the changes below are tried', async () => {
  const failed = await database.admin((client) => undone(client, () => failures(actingOn(client))))
  expect(failed).toEqual([])
})

describe(`each of ${policies.length} policies is needed`, () => {
  test.each(policies)('$policy on $table: dropped, it breaks a promise', async (policy) => {
    expect(await isNoticed(policy, `drop policy ${policy.policy} on ${policy.table}`)).toBe(true)
    noticed.dropped++
  })
})

const openable = policies.flatMap((policy) => {
  const change = opening(policy)
  return change ? [{ ...policy, change }] : []
})

describe(`each of ${openable.length} policies that ask for something must go on asking`, () => {
  test.each(openable)('$policy on $table: asking nothing, it breaks a promise', async ({ change, ...policy }) => {
    expect(await isNoticed(policy, change)).toBe(true)
    noticed.opened++
  })
})
