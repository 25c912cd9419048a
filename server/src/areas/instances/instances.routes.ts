import * as acts from '@throughline/contracts/instance-acts'
import * as instances from '@throughline/contracts/instances'
import type { FastifyRequest } from 'fastify'
import type { Mount } from '../../core/http/call.ts'
import { attemptOf } from '../../core/http/idempotency.ts'
import { bulk } from './bulk.service.ts'
import { listedClients } from './clients.service.ts'
import { changeByPerson, narrow, participants, purgeByPerson, restore, trash } from './instance-acts.service.ts'
import { instancesPage, workflowInstancesPage } from './instance-list.service.ts'
import { readInstance } from './instance-page.service.ts'
import { cancel, overrideRun, retryRun } from './operator.service.ts'
import { readStartForm, startByPerson } from './start-by-person.service.ts'
import { traceOf } from './trace.service.ts'

const keyOf = (request: FastifyRequest) => attemptOf(request)?.key

/** Waits for a turn of the engine: under its key it is not done twice, and no transaction may be open meanwhile. */
const BY_THE_ENGINE = { once: 'never' } as const

export const instanceRoutes = (on: Mount) => {
  on(instances.listInstances, ({ ctx, viewer, query }) => instancesPage(ctx, viewer, query))
  on(instances.listWorkflowInstances, ({ ctx, viewer, params, query }) =>
    workflowInstancesPage(ctx, viewer, params.workflowId, query),
  )
  on(instances.getInstance, ({ ctx, viewer, params }) => readInstance(ctx, viewer, params.instanceId))
  on(instances.startForm, ({ ctx, viewer, params }) => readStartForm(ctx, viewer, params.workflowId))
  on(instances.startInstance, ({ ctx, viewer, params, body, request }) =>
    startByPerson(ctx, viewer, params.workflowId, body, keyOf(request)),
  )
  on(instances.listClients, ({ ctx, viewer, query }) => listedClients(ctx, viewer, query))

  on(acts.editInstance, ({ ctx, viewer, params, body }) => changeByPerson(ctx, viewer, params.instanceId, body))
  on(
    acts.removeInstance,
    async ({ ctx, viewer, params, request }) => {
      await trash(ctx, viewer, params.instanceId, keyOf(request))
      return { id: params.instanceId }
    },
    BY_THE_ENGINE,
  )
  on(acts.restoreInstance, async ({ ctx, viewer, params }) => {
    await restore(ctx, viewer, params.instanceId)
    return readInstance(ctx, viewer, params.instanceId)
  })
  on(acts.purgeInstance, ({ ctx, viewer, params }) => purgeByPerson(ctx, viewer, params.instanceId))
  on(
    acts.cancelInstance,
    async ({ ctx, viewer, params, body, request }) => {
      await cancel(ctx, viewer, params.instanceId, body.reason, keyOf(request))
      return readInstance(ctx, viewer, params.instanceId)
    },
    BY_THE_ENGINE,
  )
  on(acts.narrowInstance, ({ ctx, viewer, params, body }) => narrow(ctx, viewer, params.instanceId, body))
  on(acts.listParticipants, ({ ctx, viewer, params }) => participants(ctx, viewer, params.instanceId))
  on(
    acts.retryStep,
    async ({ ctx, viewer, params, body, request }) => {
      await retryRun(ctx, viewer, { ...params, item: body.item }, keyOf(request))
      return readInstance(ctx, viewer, params.instanceId)
    },
    BY_THE_ENGINE,
  )
  on(
    acts.overrideStep,
    async ({ ctx, viewer, params, body, request }) => {
      await overrideRun(ctx, viewer, params, body, keyOf(request))
      return readInstance(ctx, viewer, params.instanceId)
    },
    BY_THE_ENGINE,
  )
  on(acts.bulkInstances, ({ ctx, viewer, body, request }) => bulk(ctx, viewer, body, keyOf(request)), BY_THE_ENGINE)
  on(acts.traceInstance, ({ ctx, viewer, params, query }) => traceOf(ctx, viewer, params.instanceId, query))
}
