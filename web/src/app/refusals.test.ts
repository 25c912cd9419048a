import { ApiError } from '@throughline/contracts/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { billingKey } from '../areas/billing/billing.keys.ts'
import * as apiModule from '../shared/api.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { queryClient } from './query-client.ts'
import { actOnRefusals } from './refusals.ts'

const handlers: ((error: ApiError) => void)[] = []
vi.spyOn(apiModule, 'setApiErrorHandler').mockImplementation((handler) => {
  handlers.push(handler)
})

const ways = { toSignIn: vi.fn(), toPlans: vi.fn(), toRestricted: vi.fn() }
actOnRefusals(ways)
const refuse = (status: number, body: { code: string; detail?: string }) => {
  for (const handle of handlers) handle(new ApiError(status, body))
}
const signIn = (is_admin: boolean) => queryClient.setQueryData(currentUserQuery.queryKey, person({ is_admin }))

beforeEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
})

test('a session that ended leads to the sign-in page', () => {
  signIn(true)
  refuse(401, { code: 'not_signed_in' })
  expect(ways.toSignIn).toHaveBeenCalledOnce()
})

test('a wrong password does not: nobody is signed in then', () => {
  refuse(401, { code: 'not_signed_in' })
  expect(ways.toSignIn).not.toHaveBeenCalled()
})

test.each([{ code: 'subscription_required' }, { code: 'forbidden', detail: 'The Subscription has lapsed' }])(
  'a subscription problem %o sends admins to the plans and others to the restricted page',
  (body) => {
    signIn(true)
    refuse(403, body)
    expect(ways.toPlans).toHaveBeenCalledOnce()
    signIn(false)
    refuse(403, body)
    expect(ways.toRestricted).toHaveBeenCalledOnce()
  },
)

test.each(['approval_pending', 'two_factors_required'])('after %s it is asked again who is there', (code) => {
  signIn(true)
  refuse(403, { code })
  expect(queryClient.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(true)
})

test.each(['limit_reached', 'quota_exceeded'])('after %s nobody is led away, and what is full is read anew', (code) => {
  signIn(true)
  queryClient.setQueryData([...billingKey, 'subscription'], {})
  refuse(409, { code })
  expect(queryClient.getQueryState([...billingKey, 'subscription'])?.isInvalidated).toBe(true)
  expect(Object.values(ways).some((way) => way.mock.calls.length > 0)).toBe(false)
})

test('any other refusal stays where it happened', () => {
  signIn(true)
  refuse(403, { code: 'forbidden' })
  refuse(404, { code: 'not_found' })
  expect(Object.values(ways).some((way) => way.mock.calls.length > 0)).toBe(false)
})
