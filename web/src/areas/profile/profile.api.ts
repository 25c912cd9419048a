import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { changeEmail } from '@throughline/contracts/auth'
import type { Body } from '@throughline/contracts/endpoint'
import type { PersonId, TenantId } from '@throughline/contracts/ids'
import { leaveOrganization } from '@throughline/contracts/org'
import {
  changePassword,
  connectGoogle,
  deleteAccount,
  disconnectGoogle,
  getProfile,
  isAvailable,
  keepAccount,
  type Profile,
  removePhoto,
  updateProfile,
} from '@throughline/contracts/profile'
import { api } from '../../shared/api.ts'
import { currentUserQuery } from '../../shared/current-user.ts'
import { serverMessageOf } from '../../shared/server-message.ts'
import { texts } from './profile.texts.ts'

export const profileQuery = (userId: PersonId) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: ({ signal }) => api(getProfile, { params: { userId } }, { signal }),
  })

/** What the server answers is shown at once; the shell (name, photo, banner) follows. */
export function useProfileChanges(userId: PersonId) {
  const queries = useQueryClient()
  const params = { userId }
  const shell = () => queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: profileQuery(userId).queryKey })
    await shell()
  }
  const take = async (profile: Profile) => {
    queries.setQueryData(profileQuery(userId).queryKey, profile)
    await shell()
    return profile
  }
  return {
    refresh,
    save: async (body: Body<typeof updateProfile>) => take(await api(updateProfile, { params, body })),
    removePhoto: async () => {
      await api(removePhoto, { params })
      await refresh()
    },
    changePassword: async (body: Body<typeof changePassword>) => {
      await api(changePassword, { params, body })
      await refresh()
      await queries.invalidateQueries({ queryKey: ['auth', 'sessions'] })
    },
    connectGoogle: async (token: string) => take(await api(connectGoogle, { params, body: { token } })),
    disconnectGoogle: async () => take(await api(disconnectGoogle, { params })),
    deleteAccount: async (body: Body<typeof deleteAccount>) => take(await api(deleteAccount, { params, body })),
    keepAccount: async () => take(await api(keepAccount, { params })),
  }
}

export const checkEmail = async (email: string) => (await api(isAvailable, { body: { email } })).available

export const sendEmailChange = (email: string, old_email: string) => api(changeEmail, { body: { email, old_email } })

export const leave = (orgId: TenantId) => api(leaveOrganization, { params: { orgId } })

/** Their organisation signs them in: e-mail and password are not theirs to change here. */
export const isSingleSignOn = ({ auth_type }: { auth_type: string }) => auth_type.startsWith('sso_')

/** Why a change was not saved, or what to do where nobody said why. */
export const reasonNotSaved = (error: unknown): string => serverMessageOf(error) ?? texts.notSavedNote
