import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { type Act, actingAs, actingOn } from '../../../test/tenancy/acting.ts'
import { FUNCTION_PROBES, PERSON_PROBES, QUEUE_PROBES, tenantProbes } from '../../../test/tenancy/probes.ts'
import { putSamples } from '../../../test/tenancy/samples.ts'
import { findTenantTables } from '../../../test/tenancy/tenant-tables.ts'
import { undone } from '../../../test/undone.ts'

interface Policy {
  table: string
  policy: string
  using: string | null
  check: string | null
}

const database = await createTestDatabase()
afterAll(() => database.drop())

const { policies, tables } = await database.admin(async (client) => {
  await putSamples(client)
  const found = await client.query<Policy>(
    `select tablename as table, policyname as policy, qual as using, with_check as check from pg_policies order by 1, 2`,
  )
  return { policies: found.rows, tables: await findTenantTables(client) }
})

const probes = [
  ...tables.flatMap((table) => tenantProbes(table, 'tl_api')),
  ...PERSON_PROBES,
  ...QUEUE_PROBES,
  ...FUNCTION_PROBES,
]

async function failures(act: Act, enough = probes.length): Promise<string[]> {
  const failed: string[] = []
  for (const probe of probes) {
    if (failed.length < enough && !(await probe.holds(act))) failed.push(probe.name)
  }
  return failed
}

/** Which promise is the first to break with the change in place. */
const brokenBy = (change: string) =>
  database.admin((client) =>
    undone(client, async () => {
      await client.query(change)
      return failures(actingOn(client), 1)
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
  test.each(policies)('$table.$policy dropped breaks a promise', async ({ table, policy }) => {
    expect(await brokenBy(`drop policy ${policy} on ${table}`)).toHaveLength(1)
  })
})

const openable = policies.flatMap((policy) => {
  const change = opening(policy)
  return change ? [{ ...policy, change }] : []
})

describe(`each of ${openable.length} policies that ask for something must go on asking`, () => {
  test.each(openable)('$table.$policy made to ask nothing breaks a promise', async ({ change }) => {
    expect(await brokenBy(change)).toHaveLength(1)
  })
})
