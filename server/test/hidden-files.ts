import { insertComment } from '../src/areas/comments/comments.queries.ts'
import { insertUpload } from '../src/areas/documents/uploads.queries.ts'
import { createFormFrom } from '../src/areas/forms/forms.service.ts'
import { beginAccessChange } from '../src/areas/org/access-change.queries.ts'
import { replaceAccess } from '../src/areas/workflows/access.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { makeDocument } from './documents.ts'
import type { Tenant } from './factories.ts'
import { formContent } from './form-acts.ts'
import { makeInstance, makeTask, makeWorkflow } from './running-world.ts'
import type { Actor, World } from './world.ts'

/** Of each kind one that `by` must not find. */
export interface Hidden {
  why: string
  by: Actor
  ids: Record<string, string>
}

const NAME = 'Secret plan.txt'

async function filesOf(ctx: Context, tenant: Tenant, workflow: string, narrowed: boolean) {
  const { tenantId, ownerId } = tenant
  const instance = await makeInstance(ctx, tenantId, workflow, { startedBy: ownerId, narrowed })
  const task = await makeTask(ctx, tenantId, instance, { assignedTo: ownerId })
  const upload = {
    member_id: ownerId,
    name: NAME,
    size: 1,
    object_key: `quarantine/${instance}`,
    multipart_id: 'none',
    part_bytes: 8_388_608,
  }
  const { id } = await inTenant(ctx, { tenantId }, ({ db }) => insertUpload(db, tenantId, upload, {}))
  const document = await makeDocument(ctx, tenant, { taskId: task }, { name: NAME })
  const about = { entity_kind: 'instance', entity_id: instance, instance_id: instance } as const
  const comment = await inTenant(ctx, { tenantId }, ({ db }) =>
    insertComment(db, tenantId, { ...about, author_id: ownerId, content: NAME }),
  )
  const form = await inTenant(ctx, { tenantId }, (tx) =>
    createFormFrom(tx, { memberId: ownerId, user: { is_admin: true } }, formContent()),
  )
  return { workflow, instance, task, document, upload: id, comment: comment.id, form }
}

async function limit(ctx: Context, { tenantId, teamId }: World['ours'], workflow: string, form: string) {
  await inTenant(ctx, { tenantId }, async ({ db }) => {
    await db
      .updateTable('workflows')
      .set({ visibility: 'limited' })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', workflow)
      .execute()
    await db
      .insertInto('workflow_access')
      .values({ tenant_id: tenantId, workflow_id: workflow, team_id: teamId })
      .execute()
    await replaceAccess(db, tenantId, 'form', form, { visibility: 'limited', teamIds: [teamId], memberIds: [] })
    await beginAccessChange(db, tenantId)
  })
}

/** Another tenant's, a limited workflow's and a narrowed instance's. */
export async function hiddenFiles(ctx: Context, { ours, theirs }: World): Promise<Hidden[]> {
  const foreign = await filesOf(ctx, theirs, await makeWorkflow(ctx, theirs), false)
  const limited = await filesOf(ctx, ours, await makeWorkflow(ctx, ours), false)
  await limit(ctx, ours, limited.workflow, limited.form)
  const { workflow: _seen, form: _open, ...narrowed } = await filesOf(ctx, ours, await makeWorkflow(ctx, ours), true)
  return [
    { why: 'of another tenant', by: 'owner', ids: foreign },
    { why: 'of a workflow for other teams', by: 'outsider', ids: limited },
    { why: 'of a narrowed instance', by: 'outsider', ids: narrowed },
  ]
}
