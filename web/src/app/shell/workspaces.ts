import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { listWorkspaces, openWorkspace } from '@throughline/contracts/account'
import type { TenantId } from '@throughline/contracts/ids'
import { useSessionStart } from '../../areas/auth/auth.api.ts'
import { api } from '../../shared/api.ts'
import { mayLeave } from '../../shared/unsaved.ts'
import { queryClient } from '../query-client.ts'
import { loadCurrentUser } from '../session.ts'

export const workspacesQuery = queryOptions({
  queryKey: ['auth', 'workspaces'],
  queryFn: ({ signal }) => api(listWorkspaces, undefined, { signal }),
})

/**
 * Goes on in another workspace: whatever was known of the one before is forgotten, the names of its files included.
 * With unsaved changes the person is asked, and may stay.
 */
export function useSwitchWorkspace() {
  const start = useSessionStart()
  const router = useRouter()
  return async (tenantId: TenantId) => {
    if (!(await mayLeave())) return
    const { user } = await api(openWorkspace, { params: { tenantId } })
    // The page in sight is left first: it would ask for its content in the other workspace.
    await router.navigate({ to: '/home', ignoreBlocker: true })
    await queryClient.cancelQueries()
    start(user)
    await loadCurrentUser()
    await queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
  }
}
