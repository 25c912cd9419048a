import { InstanceId, WorkflowId } from '@throughline/contracts/ids'
import { instancesPage, workflowInstancesPage } from '../src/areas/instances/instance-list.service.ts'
import { readInstance } from '../src/areas/instances/instance-page.service.ts'
import { traceOf } from '../src/areas/instances/trace.service.ts'
import '../src/main/ports.ts'
import { readTask } from '../src/areas/tasks/detail/task-detail.service.ts'
import { openWork } from '../src/areas/tasks/handover/open-work.service.ts'
import { tasksBoard } from '../src/areas/tasks/list/board.service.ts'
import { ownCounts } from '../src/areas/tasks/list/counts.service.ts'
import { tasksPage } from '../src/areas/tasks/list/task-list.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { connectAs } from './connect.ts'
import { createTestContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import { makeTenant } from './factories.ts'
import { putManyRunning } from './many-running.ts'
import { plansBehind } from './plans-behind.ts'
import { type Plan, readsTooMuch } from './query-plan.ts'
import { makeWorkflow } from './running-world.ts'
import { settle } from './settle.ts'
import { makeSomeone } from './someone.ts'
import { viewerOf } from './viewer-of.ts'

const TASKS_PER_INSTANCE = 3
const PAGE = 50
/** Of a page about one thing: its own rows, however many others there are. */
const MAX_READ_OF_ONE = 200

export interface PageRefs {
  taskId: string
  instanceId: InstanceId
  workflowId: WorkflowId
}

interface MeasuredPage {
  name: string
  aboutOne: boolean
  ask: (ctx: Context, viewer: Viewer, refs: PageRefs) => Promise<unknown>
}

const NEWEST = { sort: 'newest', trash: false, limit: PAGE } as const
const BY_DATE = { sort: 'dueDate', order: 'asc', limit: PAGE } as const

/** What people look at who work with instances and tasks. */
export const WORK_PAGES: MeasuredPage[] = [
  { name: 'a task', aboutOne: true, ask: (ctx, viewer, { taskId }) => readTask(ctx, viewer, taskId) },
  { name: 'an instance', aboutOne: true, ask: (ctx, viewer, { instanceId }) => readInstance(ctx, viewer, instanceId) },
  {
    name: 'the trace of an instance',
    aboutOne: true,
    ask: (ctx, viewer, { instanceId }) => traceOf(ctx, viewer, instanceId, { limit: PAGE, filter: 'all' }),
  },
  { name: 'tasks', aboutOne: false, ask: (ctx, viewer) => tasksPage(ctx, viewer, BY_DATE) },
  {
    name: 'own work',
    aboutOne: false,
    ask: (ctx, viewer) => tasksPage(ctx, viewer, { ...BY_DATE, assigned_to: viewer.user.username }),
  },
  { name: 'own queues', aboutOne: false, ask: (ctx, viewer) => tasksPage(ctx, viewer, { ...BY_DATE, queue: 'mine' }) },
  { name: 'the board', aboutOne: false, ask: (ctx, viewer) => tasksBoard(ctx, viewer, {}) },
  { name: 'counts of own work', aboutOne: false, ask: (ctx, viewer) => ownCounts(ctx, viewer) },
  { name: 'work to hand over', aboutOne: false, ask: (ctx, viewer) => openWork(ctx, viewer, viewer.memberId) },
  { name: 'instances', aboutOne: false, ask: (ctx, viewer) => instancesPage(ctx, viewer, NEWEST) },
  {
    name: 'instances of a workflow',
    aboutOne: false,
    ask: (ctx, viewer, { workflowId }) => workflowInstancesPage(ctx, viewer, workflowId, NEWEST),
  },
]

export interface PagePlans {
  page: string
  plans: (Plan & { text: string })[]
  /** What a page must not do at any size. */
  problems: string[]
}

const problemsOf = ({ aboutOne }: MeasuredPage, { nodes, accesses, read, text }: Plan & { text: string }): string[] =>
  [
    ...nodes.filter((node) => /^(?:Gather|Seq Scan|Bitmap)/.test(node)),
    ...accesses
      .filter(readsTooMuch)
      .map(({ relation, rows, buffers }) => `${buffers} buffers for ${rows} rows of ${relation}`),
    ...(aboutOne && read > MAX_READ_OF_ONE ? [`${read} rows`] : []),
  ].map((problem) => `${problem}: ${text}`)

/** A database of its own that grows; every page is asked by a connection that has no plans yet. */
export async function createGrowingWork() {
  const database = await createTestDatabase()
  const { ctx } = createTestContext(database.name)
  let tasks = 0

  /** Adds a tenant, so that there are so many tasks in all, and answers with the plans of what its owner asks. */
  const plansAt = async (size: number): Promise<PagePlans[]> => {
    const { personId } = await makeSomeone(ctx)
    const tenant = await makeTenant(ctx, personId, 'organization', `Of ${size}`)
    const workflows = { open: await makeWorkflow(ctx, tenant), hidden: await makeWorkflow(ctx, tenant) }
    const refs = await database.admin(async (admin) => {
      const count = Math.ceil((size - tasks) / TASKS_PER_INSTANCE)
      await putManyRunning(admin, {
        tenantId: tenant.tenantId,
        memberId: tenant.ownerId,
        workflows,
        count,
        hidden: Math.floor(count / 10),
      })
      await admin.query(
        `insert into task_people (tenant_id, task_id, part, member_id, status, priority)
         select tenant_id, id, 'assignee', assigned_to, status, priority from tasks where tenant_id = $1`,
        [tenant.tenantId],
      )
      await settle(admin)
      tasks += count * TASKS_PER_INSTANCE
      const { rows } = await admin.query<{ id: string; instance_id: string }>(
        `select id, instance_id from tasks where tenant_id = $1 and workflow_id = $2 and status = 'pending' and not in_trash limit 1`,
        [tenant.tenantId, workflows.open],
      )
      return {
        taskId: rows[0]?.id ?? '',
        instanceId: InstanceId.parse(rows[0]?.instance_id),
        workflowId: WorkflowId.parse(workflows.open),
      }
    })
    const viewer = await viewerOf(ctx, personId)
    const client = await connectAs('tl_api', database.name)
    const found: PagePlans[] = []
    for (const page of WORK_PAGES) {
      const plans = await plansBehind(client, ctx, viewer, (held) => page.ask(held, viewer, refs))
      found.push({ page: page.name, plans, problems: plans.flatMap((plan) => problemsOf(page, plan)) })
    }
    await client.end()
    return found
  }

  const close = async () => {
    await ctx.pools.end()
    await database.drop()
  }
  return { plansAt, close }
}
