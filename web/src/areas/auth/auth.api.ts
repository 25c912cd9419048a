import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type CurrentUser,
  getRestored,
  googleCallback,
  googleNonce,
  joinOrganization,
  login,
  registerEmail,
  resetPassword,
  resetPasswordEmail,
  signup,
  undoEmailChange,
  verifyEmail,
} from '@throughline/contracts/auth'
import type { Output } from '@throughline/contracts/endpoint'
import { api } from '../../shared/api.ts'
import { currentUserQuery } from '../../shared/current-user.ts'

/** Between which moments work was lost, if it was. */
export const readRestored = async () => (await api(getRestored)).data

/** Says why the person has come to the sign-in page; once signed in, nobody needs it any more. */
export const WHY_SIGNIN_TOAST = 'why-signin'

/** The server keeps a nonce for ten minutes; a page that stands open longer gets a new one in time. */
const NONCE_LIFE = 8 * 60_000

/** A nonce is good for one sign-in, so none is kept. */
export const googleNonceQuery = queryOptions({
  queryKey: ['auth', 'google-nonce'],
  queryFn: ({ signal }) => api(googleNonce, undefined, { signal }),
  staleTime: NONCE_LIFE,
  refetchInterval: NONCE_LIFE,
  gcTime: 0,
  retry: false,
  networkMode: 'always',
})

/** Asks once: the answer to a link for a new e-mail address is also what applies it. */
export const verificationQuery = (verification_string: string) =>
  queryOptions({
    queryKey: ['auth', 'verification', verification_string],
    queryFn: () => api(verifyEmail, { body: { verification_string } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  })

/** A new session has a new CSRF token; whatever the person before could see is forgotten. */
export function useSessionStart() {
  const queries = useQueryClient()
  return (user: CurrentUser) => {
    api.forgetCsrf()
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'auth' })
    queries.setQueryData(currentUserQuery.queryKey, user)
    return user
  }
}

/** Either the person is in, or the answer is the challenge of the second step. */
function useFirstStep() {
  const start = useSessionStart()
  return ({ user, second_factor }: Output<typeof login>): string | undefined => {
    if (user) start(user)
    return second_factor?.challenge
  }
}

export function useLogin() {
  const take = useFirstStep()
  return async (body: { username: string; password: string }) => take(await api(login, { body }))
}

export function useGoogleSignIn() {
  const take = useFirstStep()
  return async (token: string) => take(await api(googleCallback, { body: { token } }))
}

export function useJoinOrganization() {
  const start = useSessionStart()
  return async (verification_string: string) =>
    start((await api(joinOrganization, { body: { verification_string } })).user)
}

export const sendRegistrationLink = (email: string) => api(registerEmail, { body: { email } })

export const sendResetLink = (email: string) => api(resetPasswordEmail, { body: { email } })

export const completeSignup = (body: { username: string; password: string; verification_string: string }) =>
  api(signup, { body: { ...body, auth_type: 'custom_individual' } })

export const chooseNewPassword = (body: { password: string; verification_string: string }) =>
  api(resetPassword, { body })

/** Whoever was signed in with that account is signed out by it, in this browser too. */
export function useUndoEmailChange() {
  const queries = useQueryClient()
  return async (body: { password: string; verification_string: string }) => {
    await api(undoEmailChange, { body })
    await queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
}
