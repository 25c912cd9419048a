import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  beginTotp,
  confirmSession,
  confirmTotp,
  endOtherSessions,
  endSession,
  endTotp,
  listSessions,
  type Proof,
  passSecondFactor,
  renewRecoveryCodes,
} from '@throughline/contracts/account'
import type { SessionId } from '@throughline/contracts/ids'
import { api } from '../../shared/api.ts'
import { useSessionStart } from './auth.api.ts'

export function usePassSecondFactor() {
  const start = useSessionStart()
  return async (challenge: string, code: string) =>
    start((await api(passSecondFactor, { body: { challenge, code } })).user)
}

/** For five minutes this session may do what a session alone may not. */
export const confirmIdentity = (body: Proof) => api(confirmSession, { body })

/** A key that counts once a code has confirmed it. The password of an account that has one. */
export const beginSetUp = (password: string | undefined) =>
  api(beginTotp, { body: password === undefined ? {} : { password } })

export const confirmSetUp = async (code: string) => (await api(confirmTotp, { body: { code } })).recovery_codes

export const newRecoveryCodes = async (code: string) =>
  (await api(renewRecoveryCodes, { body: { code } })).recovery_codes

export const turnOff = (code: string) => api(endTotp, { body: { code } })

export const devicesQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => api(listSessions, undefined, { signal }),
})

/** Devices are listed anew after each. */
export function useSignOutDevices() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
  return {
    one: async (sessionId: SessionId) => {
      await api(endSession, { params: { sessionId } })
      await refresh()
    },
    others: async () => {
      const { ended } = await api(endOtherSessions)
      await refresh()
      return ended
    },
  }
}
