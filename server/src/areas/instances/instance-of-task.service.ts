import type { Context } from '../../core/context.ts'
import { readTenantOnce } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'

const MAX_KEPT = 20_000
const kept = new Map<string, string>()

/** Which instance a task belongs to, which never changes: looked up once. The least recently made leave first. */
export async function instanceOfTask(ctx: Context, { tenantId }: Viewer, taskId: string): Promise<string | undefined> {
  const key = `${tenantId}:${taskId}`
  const known = kept.get(key)
  if (known) return known
  const task = await readTenantOnce(ctx, { tenantId }, ({ db }) =>
    db
      .selectFrom('tasks')
      .select('instance_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', taskId)
      .executeTakeFirst(),
  )
  if (!task) return undefined
  kept.set(key, task.instance_id)
  const [oldest] = kept.size > MAX_KEPT ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  return task.instance_id
}
