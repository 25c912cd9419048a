import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { taskDetail } from './task-detail.ts'

export const readTask = (ctx: Context, viewer: Viewer, taskId: string) =>
  readTenant(ctx, viewer, (tx) => taskDetail(ctx, tx, viewer, taskId))
