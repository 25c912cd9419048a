import type { Context } from '../src/core/context.ts'
import type { Sample } from './endpoint-samples.ts'
import { makeMember } from './factories.ts'
import { makeInstance, makeTask, makeWorkflow, type TaskSpec } from './running-world.ts'
import { makeSomeone } from './someone.ts'
import type { World } from './world.ts'

/** Tasks as far as whoever may act at all may act on them: nobody's, or one that every role has a vote in. */
export function taskSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId } = ours
  let instance: Promise<string> | undefined
  let round = 0
  const task = async (spec: TaskSpec = {}) => {
    instance ??= makeWorkflow(ctx, ours).then((workflowId) => makeInstance(ctx, tenantId, workflowId))
    round += 1
    return makeTask(ctx, tenantId, await instance, { step: 'file', round, ...spec })
  }
  const someone = async () => makeMember(ctx, ours, { ...(await makeSomeone(ctx)), name: 'New', role: 'member' })
  const at = async (taskId: Promise<string>, body?: Record<string, unknown>): Promise<Sample> => ({
    params: { taskId: await taskId },
    ...(body ? { body } : {}),
  })
  const everyRole = Object.values(ours.roles).map(({ id }) => ({ role: id }))
  return {
    'GET /v1/tasks/': async () => ({}),
    'GET /v1/tasks/board/': async () => ({}),
    'GET /v1/tasks/export/': async () => ({}),
    'POST /v1/tasks/export/': async () => ({ body: { sort: 'title' } }),
    'GET /v1/tasks/counts/': async () => ({}),
    'GET /v1/tasks/:taskId/': () => at(task()),
    'PATCH /v1/tasks/:taskId/': () => at(task(), { priority: 'high' }),
    'POST /v1/tasks/:taskId/complete/': () => at(task(), {}),
    'POST /v1/tasks/:taskId/retrigger/': () => at(task({ step: 'order', type: 'automated', status: 'failed' }), {}),
    'POST /v1/tasks/:taskId/decision/': () =>
      at(task({ step: 'ok', type: 'approval', seats: everyRole }), { decision: 'reject', comment: 'Not now' }),
    'POST /v1/tasks/:taskId/review/': () =>
      at(task({ status: 'review', reviewer: ours.ownerId }), { decision: 'return', comment: 'Once more' }),
    'POST /v1/tasks/:taskId/claim/': () => at(task()),
    'POST /v1/tasks/:taskId/release/': () => at(task({ team: ours.teamId })),
    'PUT /v1/tasks/:taskId/draft/': () => at(task(), { answers: {} }),
    'POST /v1/tasks/:taskId/queries/': async () => at(task(), { to: await someone(), question: 'Which one?' }),
    'POST /v1/tasks/:taskId/remind/': () => at(task({ assignedTo: ours.ownerId })),
    'POST /v1/tasks/bulk/': async () => ({ body: { act: 'priority', ids: [await task()], priority: 'low' } }),
    'GET /v1/tasks/open-work/:memberId/': async () => ({ params: { memberId: await someone() } }),
    'POST /v1/tasks/open-work/:memberId/': async () => ({
      params: { memberId: await someone() },
      body: { to_team: ours.teamId },
    }),
  }
}
