import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CurrentUser, getMe, logout } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { Permission } from '@throughline/contracts/permissions'
import { api } from './api.ts'

/** The signed-in person, or null. Asked also when the browser believes itself offline, so that nothing waits unseen. */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'me'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await api(getMe, undefined, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
  networkMode: 'always',
})

export function useCurrentUser(): CurrentUser | null {
  return useQuery(currentUserQuery).data ?? null
}

/** The zone in which the person reads times. */
export const useZone = (): string => useCurrentUser()?.time_zone ?? 'UTC'

/** What the screen offers; the server decides the same again. */
export const can = (user: Pick<CurrentUser, 'permissions'> | null | undefined, permission: Permission): boolean =>
  user?.permissions.includes(permission) ?? false

/** Ends this browser's session on the server; harmless when there is none. */
export async function revokeSession(signal: AbortSignal) {
  await api(logout, undefined, { signal })
  api.forgetCsrf()
}
