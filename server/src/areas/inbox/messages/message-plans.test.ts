import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect.ts'
import { createTestDatabase } from '../../../../test/database.ts'
import { type Plan, planOf, readsTooMuch } from '../../../../test/query-plan.ts'
import { OURS, putSamples } from '../../../../test/tenancy/samples.ts'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { endedMessages } from '../tend/purge.queries.ts'
import { markRead } from './message-acts.queries.ts'
import {
  askingPage,
  countLabels,
  countOf,
  countSnoozed,
  deletedPage,
  needsYouPage,
  otherPage,
  snoozedPage,
} from './message-rows.queries.ts'

const ROWS = 200_000
const LIMIT = 21
const LABELS = ['inbox', 'important', 'archived', 'own']

const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putSamples(admin)
  // Of one person: every tenth asks for something, every fifth is read, some are put off or deleted, few are of a workflow.
  await admin.query(
    `insert into messages (tenant_id, member_id, thing_id, type, kind, family, because, title, news_no, label, read_at,
       needs_you, due_sort, snoozed_until, deleted_at)
     select $2, $3, uuidv7(), 'task_assigned', 'assigned', case when n % 20000 in (0, 4) then 'workflow' when (n / 4) % 2 = 0 then 'task' else 'system' end, 'assignee', 'x',
       n + 10, ($4::text[])[1 + n % 4], case when n % 5 = 0 then now() end, n % 10 = 0,
       case when n % 20 = 0 then now() + n * interval '1 minute' else 'infinity' end,
       case when n % 97 = 0 then now() + n * interval '1 minute' end, case when n % 89 = 0 then now() - n * interval '1 second' end
     from generate_series(1, $1::int) n`,
    [ROWS, OURS.tenant, OURS.member, LABELS],
  )
  await admin.query('vacuum analyze messages, read_marks')
})
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'; set local app.member = '${OURS.member}'`)
const worker = await connectAs('tl_worker', database.name)
await worker.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await worker.end()
  await client.end()
  await database.drop()
})

const owner = { tenantId: OURS.tenant, memberId: OURS.member }
const all = { label: 'inbox', unread: false, family: 'all' as const }
const rare = { ...all, family: 'workflow' as const }

function expectBounded(plan: Plan, most: number) {
  expect(plan.nodes).not.toContain('Sort')
  expect(plan.accesses.filter(readsTooMuch)).toEqual([])
  expect(plan.read).toBeLessThanOrEqual(most)
}

describe(`among ${ROWS} messages of one person`, () => {
  const pages: [string, (db: Db) => Promise<unknown>, number][] = [
    ['what needs them', (db) => askingPage(db, owner, all, undefined, LIMIT), LIMIT],
    ['the rest', (db) => otherPage(db, owner, all, undefined, LIMIT), LIMIT],
    ['the rest, deep', (db) => otherPage(db, owner, all, '1000', LIMIT), LIMIT],
    ['what is unread', (db) => otherPage(db, owner, { ...all, unread: true }, undefined, LIMIT), 2 * LIMIT],
    ['what is put off', (db) => snoozedPage(db, owner, undefined, LIMIT), LIMIT],
    ['what is deleted', (db) => deletedPage(db, owner, undefined, LIMIT), LIMIT],
    ['one type', (db) => otherPage(db, owner, { ...all, family: 'task' }, undefined, LIMIT), LIMIT],
    ['a rare type', (db) => otherPage(db, owner, rare, undefined, LIMIT), LIMIT],
    ['a rare type, unread', (db) => otherPage(db, owner, { ...rare, unread: true }, undefined, LIMIT), LIMIT],
    ['a rare type that needs them', (db) => askingPage(db, owner, rare, undefined, LIMIT), LIMIT],
  ]

  test.each(pages)('a page of %s reads little more than its rows', async (_, read, most) => {
    // Beside each message its label's mark is looked up.
    expectBounded(await planOf(client, read), 2 * most + 2)
  })

  test('a page of what needs them in all labels reads a page of each', async () => {
    const plan = await planOf(client, (db) => needsYouPage(db, owner, LABELS, undefined, LIMIT))
    expect(plan.accesses.filter(readsTooMuch)).toEqual([])
    expect(plan.read).toBeLessThanOrEqual(2 * LABELS.length * (LIMIT + 1))
  })

  const counts: [string, (db: Db) => Promise<unknown>, number][] = [
    ['a label', (db) => countOf(db, owner, all), 2_000],
    ['a rare type', (db) => countOf(db, owner, rare), 100],
    ['unread of a type', (db) => countOf(db, owner, { label: 'own', unread: true, family: 'task' }), 12_000],
    ['each label', (db) => countLabels(db, owner, LABELS), 20_100],
    ['what is put off', (db) => countSnoozed(db, owner), 1_100],
  ]

  test.each(counts)('the count of %s stops at its bound', async (_, read, most) => {
    const plan = await planOf(client, read)
    expect(plan.accesses.filter(readsTooMuch)).toEqual([])
    expect(plan.read).toBeLessThanOrEqual(most)
  })

  test('what has ended is found a batch at a time, however much there is of it', async () => {
    const future = new Date(Date.now() + 400 * 86_400_000)
    const plan = await planOf(worker, (db) => endedMessages(db, OURS.tenant, future, LIMIT))
    expect(plan.accesses.filter(readsTooMuch)).toEqual([])
    expect(plan.read).toBeLessThanOrEqual(2 * LIMIT)
  })

  test('marking all as read takes a bite and leaves the rest to a job', async () => {
    const plan = await planOf(client, (db) => markRead(db, owner, 'inbox', BigInt(ROWS), 500))
    expect(plan.read).toBeLessThanOrEqual(1_100)
  })
})
