import { type ErasureParts, eraseWorkspace } from './erase-workspace.ts'
import { workspacesToErase } from './erasure.queries.ts'

/** The next run of the schedule takes the others. */
const MAX_WORKSPACES = 100

export const createErasureActivities = (parts: ErasureParts) => ({
  closedWorkspaces: (): Promise<string[]> => workspacesToErase(parts.ctx.pools.tenant, MAX_WORKSPACES),
  eraseWorkspace: (tenantId: string): Promise<void> => eraseWorkspace(parts, tenantId),
})

export type ErasureActivities = ReturnType<typeof createErasureActivities>
