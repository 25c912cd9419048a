import * as connections from '@throughline/contracts/connection-acts'
import type { InstanceId } from '@throughline/contracts/ids'
import * as acts from '@throughline/contracts/instance-acts'
import * as instances from '@throughline/contracts/instances'
import { listRecentValues } from '@throughline/contracts/recent-values'
import * as testCalls from '@throughline/contracts/test-calls'
import type { FastifyRequest } from 'fastify'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Mount } from '../../core/http/call.ts'
import { attemptOf, keyOf } from '../../core/http/idempotency.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { requestExport, streamExport } from '../exports/exports.public.ts'
import { bulk } from './bulk.service.ts'
import { listedClients } from './clients.service.ts'
import { changeByManager, connectionPage } from './connections/connection-page.service.ts'
import { instanceExport } from './export-instances.ts'
import { changeByPerson, narrow, participants, purgeByPerson, restore, trash } from './instance-acts.service.ts'
import { instancesPage, workflowInstancesPage } from './instance-list.service.ts'
import { readInstance } from './instance-page.service.ts'
import { cancel, overrideRun, retryRun } from './operator.service.ts'
import { recentValues } from './recent-values.service.ts'
import { readStartForm, startByKey, startByPerson } from './start-by-person.service.ts'
import { startMany } from './start-many.service.ts'
import { beginConfigurationTest, beginConnectionTest, readConnectionTest } from './test-call/connection-test.service.ts'
import { beginTestCall, readTestCall } from './test-call/test-call.service.ts'
import { traceOf } from './trace.service.ts'

const keyGiven = (request: FastifyRequest) => attemptOf(request)?.key

const LOCKS_INSTANCE = {
  locks: async ({ params }: { params: { instanceId: InstanceId } }) => params.instanceId,
}

const WITH_KEY = { ...LOCKS_INSTANCE, before: loadTenantKey }

/** What is tried on the worker, and connections as their page has them. */
function testRoutes(on: Mount) {
  on(testCalls.makeTestCall, ({ ctx, viewer, params, body }) => beginTestCall(ctx, viewer, params.workflowId, body))
  on(testCalls.getTestCall, ({ ctx, viewer, params }) => readTestCall(ctx, viewer, params.testCallId))
  on(listRecentValues, ({ ctx, viewer, params, query }) => recentValues(ctx, viewer, params.workflowId, query))
  on(
    connections.testConfiguration,
    ({ ctx, viewer, params, body }) => beginConfigurationTest(ctx, viewer, params.toolId, body),
    { before: loadTenantKey },
  )
  on(
    connections.testConnection,
    ({ ctx, viewer, params, body }) => beginConnectionTest(ctx, viewer, params.connectionId, body),
    { before: loadTenantKey },
  )
  on(connections.getConnectionTest, ({ ctx, viewer, params }) =>
    readConnectionTest(ctx, viewer, params.connectionTestId),
  )
  on(connections.getConnection, ({ ctx, viewer, params }) => connectionPage(ctx, viewer, params.connectionId))
  on(connections.changeConnection, ({ ctx, viewer, params, body }) =>
    changeByManager(ctx, viewer, params.connectionId, body),
  )
}

/** One at a time, or many from a table. */
function startingRoutes(on: Mount) {
  on(instances.startForm, ({ ctx, viewer, params }) => readStartForm(ctx, viewer, params.workflowId))
  on(
    instances.startInstance,
    ({ ctx, viewer, params, body, request }) => startByPerson(ctx, viewer, params.workflowId, body, keyGiven(request)),
    { byKey: ({ ctx, apiKey, params, body, key }) => startByKey(ctx, apiKey, params.workflowId, body, key) },
  )
  on(instances.startInstances, ({ ctx, viewer, params, body }) => startMany(ctx, viewer, params.workflowId, body), {
    // Each row has a transaction and a key of its own.
    once: 'never',
  })
}

export const instanceRoutes = (on: Mount) => {
  testRoutes(on)
  startingRoutes(on)
  on(instances.exportInstances, ({ ctx, viewer, query, reply }) =>
    streamExport(ctx, viewer, reply, instanceExport, query),
  )
  on(instances.requestInstanceExport, ({ ctx, viewer, request }) =>
    requestExport(ctx, viewer, instanceExport, request.body),
  )
  on(instances.listInstances, ({ ctx, viewer, query }) => instancesPage(ctx, viewer, query))
  on(instances.listWorkflowInstances, ({ ctx, viewer, params, query }) =>
    workflowInstancesPage(ctx, viewer, params.workflowId, query),
  )
  on(instances.getInstance, ({ ctx, viewer, params }) => readInstance(ctx, viewer, params.instanceId))
  on(instances.listClients, ({ ctx, viewer, query }) => listedClients(ctx, viewer, query))

  on(
    acts.editInstance,
    ({ ctx, viewer, params, body }) => changeByPerson(ctx, viewer, params.instanceId, body),
    LOCKS_INSTANCE,
  )
  on(
    acts.removeInstance,
    async ({ ctx, viewer, params }) => {
      await inTenant(ctx, viewer, (tx) => trash(tx, viewer, params.instanceId))
      return { id: params.instanceId }
    },
    LOCKS_INSTANCE,
  )
  on(
    acts.restoreInstance,
    async ({ ctx, viewer, params }) => {
      await inTenant(ctx, viewer, (tx) => restore(tx, viewer, params.instanceId))
      return readInstance(ctx, viewer, params.instanceId)
    },
    LOCKS_INSTANCE,
  )
  on(acts.purgeInstance, ({ ctx, viewer, params }) => purgeByPerson(ctx, viewer, params.instanceId), LOCKS_INSTANCE)
  on(
    acts.cancelInstance,
    async ({ ctx, viewer, params, body }) => {
      await inTenant(ctx, viewer, (tx) => cancel(tx, viewer, params.instanceId, body.reason))
      return readInstance(ctx, viewer, params.instanceId)
    },
    LOCKS_INSTANCE,
  )
  on(
    acts.narrowInstance,
    ({ ctx, viewer, params, body }) => narrow(ctx, viewer, params.instanceId, body),
    LOCKS_INSTANCE,
  )
  on(acts.listParticipants, ({ ctx, viewer, params }) => participants(ctx, viewer, params.instanceId))
  on(
    acts.retryStep,
    async ({ ctx, viewer, params, body }) => {
      await inTenant(ctx, viewer, (tx) => retryRun(tx, viewer, { ...params, item: body.item }))
      return readInstance(ctx, viewer, params.instanceId)
    },
    LOCKS_INSTANCE,
  )
  on(
    acts.overrideStep,
    async ({ ctx, viewer, params, body }) => {
      await inTenant(ctx, viewer, (tx) => overrideRun(ctx, tx, viewer, params, body))
      return readInstance(ctx, viewer, params.instanceId)
    },
    WITH_KEY,
  )
  on(acts.bulkInstances, ({ ctx, viewer, body, request }) => bulk(ctx, viewer, body, keyOf(request)), {
    // Each has a transaction and a key of its own.
    once: 'never',
  })
  on(acts.traceInstance, ({ ctx, viewer, params, query }) => traceOf(ctx, viewer, params.instanceId, query))
}
