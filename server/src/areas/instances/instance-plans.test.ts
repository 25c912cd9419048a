import type { Query } from '@throughline/contracts/endpoint'
import { InstanceId, WorkflowId } from '@throughline/contracts/ids'
import type { listInstances } from '@throughline/contracts/instances'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTenant } from '../../../test/factories.ts'
import { putManyRunning } from '../../../test/many-running.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { findSession } from '../../core/http/session.ts'
import { MAX_SCANNED } from './instance-list.queries.ts'
import { instancesPage, workflowInstancesPage } from './instance-list.service.ts'
import { readInstance } from './instance-page.service.ts'
import { recentValues } from './recent-values.service.ts'
import { traceOf } from './trace.service.ts'

const INSTANCES = 20_000
const HIDDEN = 5_000
const PAGE = 50
/** A page of rows, each with its workflow, its first tasks and whom it waits for. */
const MAX_READ = 600
/** As many as a branch looks at, with what is asked of each of them. */
/** The newest 500 twice, with whether each came to the step. */
const MAX_READ_FOR_VALUES = 2_200
const MAX_PASSED_OVER = 2 * MAX_SCANNED + MAX_READ

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Busy')
const { visitor } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found
const workflows = { open: await makeWorkflow(ctx, firm), hidden: await makeWorkflow(ctx, firm) }
await api.database.admin(async (admin) => {
  await admin.query(`update workflows set visibility = 'limited' where id = $1`, [workflows.hidden])
  await putManyRunning(admin, {
    tenantId: firm.tenantId,
    memberId: firm.ownerId,
    workflows,
    count: INSTANCES,
    hidden: HIDDEN,
  })
  await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [firm.tenantId])
})
const direct = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await direct.end()
  await api.close()
})

const behind = (work: (held: typeof ctx) => Promise<unknown>) => plansBehind(direct, ctx, viewer, work)

type InstanceListQuery = Query<typeof listInstances>
const FIRST: InstanceListQuery = { sort: 'oldest', limit: PAGE, trash: false }
const plain: [string, Partial<InstanceListQuery>][] = [
  ['oldest first', {}],
  ['by name', { sort: 'name' }],
  ['backwards by name', { sort: 'name_desc' }],
  ['oldest first, of three states', { status: ['in_progress', 'failed', 'pending'] }],
  ['of one workflow', { workflow: WorkflowId.parse(workflows.open) }],
  ['of one workflow and state', { workflow: WorkflowId.parse(workflows.open), status: ['failed'] }],
  ['what the viewer started', { started_by: 'me' }],
  ['by its key', { search: 'MANY-1234' }],
  ['by a word that all have', { search: 'chair' }],
]
const hard: [string, Partial<InstanceListQuery>][] = [
  ['newest first, where the newest are hidden', { sort: 'newest' }],
  ['newest of two states, where the newest are hidden', { sort: 'newest', status: ['failed', 'completed'] }],
  ['by state', { sort: 'status' }],
  ['the trash', { trash: true }],
  ['by name, of one state', { sort: 'name', status: ['pending'] }],
  ['by a word that nobody has', { search: 'xyz' }],
]

describe(`${INSTANCES} instances, of which ${HIDDEN} are hidden`, () => {
  const pagesOf = async (query: Partial<InstanceListQuery>, most: number) => {
    let cursor: string | undefined
    for (let page = 0; page < 2; page++) {
      const plans = await behind(async (held) => {
        const answer = await instancesPage(held, viewer, { ...FIRST, ...query, cursor })
        cursor = answer.pagination.next_cursor ?? undefined
      })
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(most)
      if (!cursor) break
    }
  }

  test.each(plain)(`a page %s, and the one behind it, read at most ${MAX_READ} rows a statement`, (_, query) =>
    pagesOf(query, MAX_READ),
  )

  test.each(hard)('a page %s looks at no more than so many that it passes over', (_, query) =>
    pagesOf(query, MAX_PASSED_OVER * (query.status?.length ?? (query.sort === 'status' ? 5 : 1))),
  )

  test('pages that pass much over come to the end, with every row once and in order', async () => {
    const walks: Partial<InstanceListQuery>[] = [
      { sort: 'newest' },
      { sort: 'newest', status: ['failed', 'completed'] },
      { sort: 'status' },
    ]
    for (const query of walks) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await instancesPage(ctx, viewer, { ...FIRST, ...query, limit: 200, cursor })
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.pagination.next_cursor ?? undefined
      } while (cursor && seen.length < 3_000)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBeGreaterThanOrEqual(3_000)
      if (query.sort === 'newest') expect(seen).toEqual(seen.toSorted().toReversed())
    }
  }, 60_000)

  test('counts of a workflow stop at a thousand each', async () => {
    const id = WorkflowId.parse(workflows.open)
    const asked = { ...FIRST, sort: 'newest' as const }
    const plans = await behind((held) => workflowInstancesPage(held, viewer, id, asked))
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(5 * MAX_SCANNED)
    const { counts } = await workflowInstancesPage(ctx, viewer, id, asked)
    expect(counts).toEqual({ all: 1_000, pending: 1_000, in_progress: 1_000, completed: 1_000, failed: 1_000 })
  })

  test('values of the newest are looked for among the newest alone', async () => {
    const query = { step: 'order', names: ['amount', 'why'] }
    const plans = await behind((held) => recentValues(held, viewer, WorkflowId.parse(workflows.open), query))
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(MAX_READ_FOR_VALUES)
  })

  test('one of them, and its trace, read no more because of the others', async () => {
    const { data } = await instancesPage(ctx, viewer, FIRST)
    const id = InstanceId.parse(data[0]?.id)
    for (const plans of [
      await behind((held) => readInstance(held, viewer, id)),
      await behind((held) => traceOf(held, viewer, id, { limit: 50, filter: 'all' })),
    ]) {
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(200)
    }
  })
})
