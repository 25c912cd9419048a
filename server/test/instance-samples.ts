import { sql } from 'kysely'
import { insertComment } from '../src/areas/comments/comments.queries.ts'
import { setTrashed } from '../src/areas/instances/instance-acts.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { addressKey } from '../src/core/mail/outside/address-key.ts'
import { unsubscribeLink } from '../src/core/mail/outside/unsubscribe-link.ts'
import { makeDocument } from './documents.ts'
import type { Sample } from './endpoint-samples.ts'
import { makeInstance, makeTask, makeWorkflow } from './running-world.ts'
import { unique, uniqueAddress } from './someone.ts'
import type { World } from './world.ts'

const note = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([unique('note')], { type: 'text/plain' }), 'note.txt')
  return form
}

const FAILED = { round: 1, since: 0, phase: 'failed', attempt: 1, code: 'refused' }

type Samples = Record<string, () => Promise<Sample>>

/** One workflow, of which each asked for an instance gets one of their own. */
function createMakers(ctx: Context, { ours }: World) {
  const { tenantId, ownerId } = ours
  let made: Promise<string> | undefined
  const workflow = () => (made ??= makeWorkflow(ctx, ours))
  const instance = async () => makeInstance(ctx, tenantId, await workflow(), { startedBy: ownerId })
  const task = async () => makeTask(ctx, tenantId, await instance(), { assignedTo: ownerId })

  return { workflow, instance, task }
}
type Makers = ReturnType<typeof createMakers>

const at = async (instanceId: Promise<string>, body?: Record<string, unknown>): Promise<Sample> => ({
  params: { instanceId: await instanceId },
  ...(body ? { body } : {}),
})

/** Files and comments of instances and tasks. */
function attachedSamples(ctx: Context, { ours }: World, { instance, task }: Makers): Samples {
  const { tenantId, ownerId } = ours
  const file = async () => {
    const instanceId = await instance()
    return { instanceId, fileId: await makeDocument(ctx, ours, { instanceId }) }
  }
  /** The owner's own. */
  const comment = async () => {
    const id = await instance()
    const said = {
      entity_kind: 'instance',
      entity_id: id,
      instance_id: id,
      author_id: ownerId,
      content: 'Hello',
    } as const
    return (await inTenant(ctx, ours, ({ db }) => insertComment(db, tenantId, said))).id
  }
  const of = async (taskId: Promise<string>, more: Omit<Sample, 'params'> = {}): Promise<Sample> => ({
    params: { taskId: await taskId },
    ...more,
  })
  return {
    'GET /v1/instances/:instanceId/files/': () => at(instance()),
    'POST /v1/instances/:instanceId/files/': async () => ({ ...(await at(instance())), form: note('file') }),
    'GET /v1/instances/:instanceId/files/:fileId/download/': async () => ({ params: await file() }),
    'GET /v1/instances/:instanceId/comments/': () => at(instance()),
    'POST /v1/instances/:instanceId/comments/': () => at(instance(), { content: unique('Hello') }),
    'GET /v1/tasks/:taskId/comments/': () => of(task()),
    'POST /v1/tasks/:taskId/comments/': () => of(task(), { body: { content: unique('Hello') } }),
    'PATCH /v1/comments/:commentId/': async () => ({
      params: { commentId: await comment() },
      body: { content: unique('Hello') },
    }),
    'DELETE /v1/comments/:commentId/': async () => ({ params: { commentId: await comment() } }),
    'GET /v1/tasks/attachments/': async () => ({}),
    'GET /v1/tasks/:taskId/attachments/': () => of(task()),
    'POST /v1/tasks/:taskId/attachments/': () => of(task(), { form: note('files') }),
  }
}

/** Instances with what belongs to them; the engine has no part in it, so that each stands still as it was made. */
export function instanceSamples(ctx: Context, world: World): Samples {
  const { ours } = world
  const { tenantId, ownerId } = ours
  const makers = createMakers(ctx, world)
  const { workflow, instance } = makers
  const ended = async (status = 'completed') => {
    const id = await instance()
    await inTenant(ctx, ours, ({ db }) =>
      db.updateTable('instances').set({ status }).where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
    )
    return id
  }
  const trashed = async () => {
    const id = await ended()
    await inTenant(ctx, ours, ({ db }) => setTrashed(db, tenantId, id, ownerId))
    return id
  }
  const failed = async () => {
    const id = await instance()
    const open = JSON.stringify({ order: FAILED })
    await inTenant(ctx, ours, ({ db }) =>
      sql`update instance_state set state = jsonb_set(state, '{open}', ${open}::jsonb)
        where tenant_id = ${tenantId} and instance_id = ${id}`.execute(db),
    )
    return { instanceId: id, step: 'order' }
  }
  const started = async (more: Omit<Sample, 'params'> = {}) => ({ params: { workflowId: await workflow() }, ...more })
  const reason = 'Because'
  const unsubscribing = () => {
    const link = unsubscribeLink(ctx.config, { tenantId, address: addressKey(tenantId, uniqueAddress('stranger')) })
    return { params: { token: link.split('/').at(-2) ?? '' } }
  }
  return {
    ...attachedSamples(ctx, world, makers),
    'GET /v1/workflows/instances/': async () => ({}),
    'GET /v1/workflows/instances/export/': async () => ({}),
    'POST /v1/workflows/instances/export/': async () => ({ body: { sort: 'name' } }),
    'GET /v1/workflows/:workflowId/instances/': () => started(),
    'GET /v1/workflows/:workflowId/start/': () => started(),
    'POST /v1/workflows/:workflowId/instances/': () => started({ body: { name: 'Desk', title: 'A desk' } }),
    'POST /v1/workflows/:workflowId/instances/bulk/': () =>
      started({
        // With all that a row may have: nothing else can be slipped in.
        body: {
          rows: [
            {
              key: unique('row'),
              name: 'Desk',
              title: '',
              description: '',
              metadata: {},
              answers: {},
              narrowed: false,
            },
          ],
        },
      }),
    'GET /v1/clients/': async () => ({}),
    'GET /v1/instances/:instanceId/': () => at(instance()),
    'PATCH /v1/instances/:instanceId/': () => at(instance(), { title: unique('Title') }),
    'DELETE /v1/instances/:instanceId/': () => at(ended()),
    'POST /v1/instances/:instanceId/restore/': () => at(trashed()),
    'DELETE /v1/instances/:instanceId/forever/': () => at(trashed()),
    'POST /v1/instances/:instanceId/cancel/': () => at(ended('cancelled'), { reason }),
    'GET /v1/instances/:instanceId/participants/': () => at(instance()),
    'PUT /v1/instances/:instanceId/narrowed/': () => at(instance(), { narrowed: false }),
    'POST /v1/instances/:instanceId/steps/:step/retry/': async () => ({ params: await failed(), body: {} }),
    'POST /v1/instances/:instanceId/steps/:step/override/': async () => ({ params: await failed(), body: { reason } }),
    'POST /v1/agents/explain/': async () => {
      const { instanceId: instance_id, step } = await failed()
      return { body: { instance_id, step } }
    },
    'POST /v1/instances/bulk/': async () => ({ body: { act: 'remove', ids: [await ended()] } }),
    'GET /v1/instances/:instanceId/trace/': () => at(instance()),
    'GET /v1/instances/:instanceId/people/': () => at(instance()),
    'GET /v1/unsubscribe/:token/': async () => unsubscribing(),
    'POST /v1/unsubscribe/:token/': async () => unsubscribing(),
  }
}
