import * as instances from '@throughline/contracts/instances'
import * as tasks from '@throughline/contracts/tasks'
import type { Mount } from '../../core/http/call.ts'
import { createKeptUploads } from '../../core/storage/kept-uploads.ts'
import type { Storage } from '../../core/storage/storage.ts'
import {
  attachToInstance,
  attachToTask,
  instanceFiles,
  newestTaskFiles,
  requireInstance,
  requireTask,
  sendFile,
  taskFiles,
} from './documents.service.ts'

/** Each file is scanned and kept before the call's transaction opens, and only for those who may attach it. */
export const documentRoutes = (storage: Storage) => (on: Mount) => {
  const uploads = createKeptUploads(storage)

  on(instances.listInstanceFiles, ({ ctx, viewer, params, query }) =>
    instanceFiles(ctx, viewer, params.instanceId, query),
  )
  on(
    instances.addInstanceFile,
    ({ ctx, viewer, params, file }) => attachToInstance(ctx, viewer, params.instanceId, uploads.of(file)),
    {
      before: ({ ctx, viewer, params, file }) =>
        uploads.receive(file, viewer.tenantId, () => requireInstance(ctx, viewer, params.instanceId)),
    },
  )
  on(instances.downloadInstanceFile, ({ ctx, viewer, params, reply }) => sendFile(ctx, storage, viewer, params, reply))
  on(tasks.listMyAttachments, ({ ctx, viewer, query, reply }) => newestTaskFiles(ctx, viewer, query, reply))
  on(tasks.listAttachments, ({ ctx, viewer, params }) => taskFiles(ctx, viewer, params.taskId))
  on(
    tasks.addAttachment,
    ({ ctx, viewer, params, query, file }) => attachToTask(ctx, viewer, params.taskId, uploads.of(file), query.field),
    {
      before: ({ ctx, viewer, params, file }) =>
        uploads.receive(file, viewer.tenantId, () => requireTask(ctx, viewer, params.taskId)),
    },
  )
}
