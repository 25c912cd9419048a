import { InstanceId, WorkflowId } from '../../../contracts/src/ids.ts'
import type { PageRefs } from '../../../server/test/plans-by-size.ts'
import { load } from '../growth/load.ts'
import type { GrowthWorld } from '../growth/world.ts'
import type { OpenTask } from './act.ts'
import type { VariantDatabase } from './variant.ts'

interface LoadedWork {
  tasks: number
  bytes: number
  /** Tasks that somebody can complete, each of another instance, of all tenants in turn. */
  open: OpenTask[]
  refs: PageRefs
}

const STATE = { v: 1, plan: '', seq: 3, status: 'running', wait: {}, open: {}, round: {}, base: 1, returns: 0 }

/** Only the large tenant's instances have one so far. */
const STATE_OF_OTHERS = `insert into instance_state (tenant_id, instance_id, state)
  select tenant_id, id, $2::jsonb from instances where tenant_id <> $1 and status in ('in_progress', 'failed')`

const OPEN = `select tenant_id, id, instance_id, workflow_id, assigned_to as member_id, step, round from (
    select *, row_number() over (partition by tenant_id order by id) as place from tasks
    where task_type = 'manual' and status in ('pending', 'in_progress') and assigned_to is not null and round = 3 and not in_trash) t
  order by place, tenant_id limit $1`

const ONE = `select id, instance_id from tasks
  where tenant_id = $1 and task_type = 'manual' and status = 'pending' and not in_trash and not narrowed order by id limit 1`

/** So many tasks, a fifth of them in the large tenant; `acts` of them are to be completed. */
export async function loadWork(
  database: VariantDatabase,
  world: GrowthWorld,
  size: { tasks: number; acts: number },
  say: (line: string) => void,
): Promise<LoadedWork> {
  const { tenantId, workflows } = world
  const { tasks, bytes } = await load(database, world, size.tasks, say)
  return database.admin(async (admin) => {
    await admin.query(STATE_OF_OTHERS, [tenantId, JSON.stringify(STATE)])
    await admin.query('vacuum analyze instance_state')
    const { rows: open } = await admin.query<OpenTask>(OPEN, [size.acts])
    const { rows: one } = await admin.query<{ id: string; instance_id: string }>(ONE, [tenantId])
    return {
      tasks,
      bytes,
      open,
      refs: {
        taskId: one[0]?.id ?? '',
        instanceId: InstanceId.parse(one[0]?.instance_id),
        workflowId: WorkflowId.parse(workflows.at(-1)),
      },
    }
  })
}
