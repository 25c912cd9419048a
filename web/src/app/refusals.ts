import type { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import { billingKey } from '../areas/billing/billing.keys.ts'
import { setApiErrorHandler } from '../shared/api.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { queryClient } from './query-client.ts'
import { knownUser } from './session.ts'

interface RefusalHandlers {
  toSignIn: () => void
  toPlans?: () => void
  toRestricted?: () => void
}

const isAboutSubscription = ({ status, code, detail }: ApiError) =>
  status === 403 && (code === CODES.subscriptionRequired || /subscription/i.test(detail ?? ''))

/** What the application does about refusals that concern the whole session, no matter which call met them. */
export function actOnRefusals(ways: RefusalHandlers) {
  setApiErrorHandler((error) => {
    const user = knownUser()
    if (!user) return
    if (error.status === 401 && error.code === CODES.notSignedIn) ways.toSignIn()
    else if (isAboutSubscription(error)) (user.is_admin ? ways.toPlans : ways.toRestricted)?.()
    // What is full is said over the page to those who can change it.
    else if (error.code === 'limit_reached' || error.code === 'quota_exceeded')
      void queryClient.invalidateQueries({ queryKey: billingKey })
    else if (error.code === CODES.approvalPending || error.code === CODES.twoFactorsRequired)
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  })
}
