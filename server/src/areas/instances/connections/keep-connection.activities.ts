import { Context as Activity } from '@temporalio/activity'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { keepConnectionOnce } from './keep-connection.ts'

export interface ConnectionAddress {
  tenantId: string
  connectionId: string
}

export const createKeepConnectionActivities = (ctx: Context) => ({
  keepConnectionOnce: ({ tenantId, connectionId }: ConnectionAddress): Promise<number | null> =>
    keepConnectionOnce(ctx, { tenantId: TenantId.parse(tenantId), connectionId }, () => Activity.current().heartbeat()),
})

export type KeepConnectionActivities = ReturnType<typeof createKeepConnectionActivities>
