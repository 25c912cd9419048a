import * as instances from '@throughline/contracts/instances'
import * as tasks from '@throughline/contracts/tasks'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import type { Mount } from '../../core/http/call.ts'
import { announce } from '../../core/storage/blobs.queries.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { type Announced, createScannedUploads, quarantined } from '../../core/storage/stored-uploads.ts'
import {
  attachByKey,
  attachToInstance,
  attachToTask,
  instanceFiles,
  leadToInstanceFile,
  newestTaskFiles,
  requireInstance,
  requireTask,
  taskFiles,
} from './documents.service.ts'

const announcedBy =
  (ctx: Context, scope: Scope): Announced =>
  (blob) =>
    inTenant(ctx, scope, ({ db, tenantId }) => announce(db, tenantId, blob))

/** Files are scanned before the call's transaction opens, and only for those who may attach them. */
export const attachmentRoutes = (storage: Storage) => (on: Mount) => {
  const uploads = createScannedUploads(storage)

  on(instances.listInstanceFiles, ({ ctx, viewer, params, query }) =>
    instanceFiles(ctx, viewer, params.instanceId, query),
  )
  on(
    instances.addInstanceFile,
    ({ ctx, viewer, params, file }) => attachToInstance(ctx, viewer, params.instanceId, uploads.of(file)),
    {
      byKey: ({ ctx, apiKey, params, file }) => attachByKey(ctx, apiKey, params.instanceId, quarantined(file)),
      before: async ({ ctx, viewer, params, file }) => {
        await requireInstance(ctx, viewer, params.instanceId, file)
        await uploads.receive([file], viewer.tenantId, announcedBy(ctx, viewer))
      },
    },
  )
  on(instances.downloadInstanceFile, ({ ctx, viewer, params, reply }) => leadToInstanceFile(ctx, viewer, params, reply))
  on(tasks.listMyAttachments, ({ ctx, viewer, query, reply }) => newestTaskFiles(ctx, viewer, query, reply))
  on(tasks.listAttachments, ({ ctx, viewer, params }) => taskFiles(ctx, viewer, params.taskId))
  on(
    tasks.addAttachment,
    ({ ctx, viewer, params, query, files }) =>
      attachToTask(
        ctx,
        viewer,
        params.taskId,
        files.map((file) => uploads.of(file)),
        query.field,
      ),
    {
      before: async ({ ctx, viewer, params, files }) => {
        await requireTask(ctx, viewer, params.taskId, files)
        await uploads.receive(files, viewer.tenantId, announcedBy(ctx, viewer))
      },
    },
  )
}
