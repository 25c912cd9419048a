import type { Query } from '@throughline/contracts/endpoint'
import { WorkflowId } from '@throughline/contracts/ids'
import type { listWorkflows } from '@throughline/contracts/workflows'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTenant } from '../../../test/factories.ts'
import { putManyWorkflows } from '../../../test/many-workflows.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { workflowDocument } from '../../../test/workflow-document.ts'
import { boundKysely } from '../../core/db/bound-kysely.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { findSession } from '../../core/http/session.ts'
import { versionsPage } from './versions.service.ts'
import { workflowsPage } from './workflow-list.service.ts'
import { keepWorkflow, makeWorkflow, readWorkflow } from './workflows.service.ts'

const WORKFLOWS = 10_000
const VERSIONS = 50
const MAX_READ = 200
/** The workflow, its draft (kept, then published), a version, three events and an audit row. */
const MAX_WRITTEN = 10
/** With another name also its words, the old and the new. */
const MAX_WORDS = 2 * 17

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Busy')
const { visitor } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found
await api.database.admin((admin) => putManyWorkflows(admin, firm.tenantId, firm.ownerId, WORKFLOWS, VERSIONS))

const direct = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await direct.end()
  await api.close()
})

const nothing = () => undefined
const behind = (work: (held: typeof ctx) => Promise<unknown>) => plansBehind(direct, ctx, viewer, work)

type WorkflowListQuery = Query<typeof listWorkflows>
const FIRST: WorkflowListQuery = { status: 'all', sort: 'updated', limit: 50, latest_only: true, triggers: false }
const asked: [string, Partial<WorkflowListQuery>][] = [
  ['by last change', {}],
  ['by name', { sort: 'name' }],
  ['by age', { sort: 'created' }],
  ['archived', { status: 'archived', sort: 'name' }],
  ['trash', { status: 'trash' }],
  ['searched by one letter', { search: 'i' }],
  ['searched by a word that all have', { search: 'flow' }],
  ['searched by a prefix', { search: 'm99' }],
  ['searched by a word of the last alone', { search: 'crossing' }],
  ['searched for nothing', { search: 'xyz' }],
  ['searched among the archived', { search: 'review', status: 'archived' }],
]

const some = async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ id: string }>(
      'select id from workflows where deleted_at is null and tenant_id = $1 offset 500 limit 1',
      [firm.tenantId],
    ),
  )
  return WorkflowId.parse(rows[0]?.id)
}

describe(`${WORKFLOWS} workflows with ${VERSIONS} versions each`, () => {
  test.each(asked)(`a page %s, and the one behind it, read at most ${MAX_READ} rows a statement`, async (_, query) => {
    let cursor: string | undefined
    for (let page = 0; page < 2; page++) {
      const plans = await behind(async (held) => {
        const answer = await workflowsPage(held, viewer, { ...FIRST, ...query, cursor })
        cursor = answer.pagination.next_cursor ?? undefined
      })
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(MAX_READ)
      if (!cursor) break
    }
  })

  test('the last of them is found by a word of its name', async () => {
    const { data, pagination } = await workflowsPage(ctx, viewer, { ...FIRST, search: 'cross' })
    expect(data.map(({ name }) => name)).toEqual(['Zebra crossing'])
    expect(pagination.next_cursor).toBeNull()
    expect((await workflowsPage(ctx, viewer, FIRST)).count).toBe(WORKFLOWS - WORKFLOWS / 50)
  })

  test(`one of them, and a page of its versions, read at most ${MAX_READ} rows a statement`, async () => {
    const id = await some()
    for (const plans of [
      await behind((held) => readWorkflow(held, viewer, id)),
      await behind((held) => versionsPage(held, viewer, id, { limit: 50 })),
    ]) {
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(MAX_READ)
    }
  })

  const writtenSoFar = async () => {
    const { rows } = await direct.query<{ n: number }>(
      'select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as n from pg_stat_xact_user_tables',
    )
    return rows[0]?.n ?? 0
  }

  /** Rows that one transaction inserts, changes or deletes, with what is told and counted at its end. */
  async function written(work: (held: typeof ctx) => Promise<unknown>): Promise<number> {
    let told = 0
    const tell = () => void told++
    await direct.query(`begin; set local app.tenant = '${firm.tenantId}'`)
    const db = boundKysely(direct, { over: false })
    const more = {
      takesPayments: false,
      emit: tell,
      audit: tell,
      notify: nothing,
      index: nothing,
      count: tell,
      start: tell,
      poke: tell,
      afterCommit: nothing,
      afterRollback: nothing,
    }
    const before = await writtenSoFar()
    await work({ ...ctx, tenantTx: { db, tenantId: firm.tenantId, scope: viewer, log: ctx.log, ...more } })
    const after = await writtenSoFar()
    await direct.query('commit')
    return after - before + told
  }

  test(`a save writes at most ${MAX_WRITTEN} rows, and nothing when nothing has changed`, async () => {
    const id = await some()
    const { ask } = workflowDocument.steps
    if (!ask) throw new Error('no such step')
    const save = (name: string, step: string) => {
      const steps = { ...workflowDocument.steps, ask: { ...ask, name: step } }
      return written((held) => keepWorkflow(held, viewer, id, { ...workflowDocument, name, prefix: 'SAVED', steps }))
    }
    const long = 'A name of quite a few more words than most'
    expect(await save(long, 'Ask')).toBeLessThanOrEqual(MAX_WRITTEN + MAX_WORDS)
    expect(await save(long, 'Ask again')).toBeLessThanOrEqual(MAX_WRITTEN)
    expect(await save(long, 'Ask again')).toBe(0)
    const make = () => written((held) => makeWorkflow(held, viewer, { ...workflowDocument, prefix: 'M' }))
    expect(await make()).toBeLessThanOrEqual(MAX_WRITTEN + MAX_WORDS)
  })
})
