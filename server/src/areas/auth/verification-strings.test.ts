import {
  joinOrganization,
  resetPassword,
  signup,
  undoEmailChange,
  VERIFICATION_PURPOSES,
  type VerificationPurpose,
  verifyEmail,
} from '@throughline/contracts/auth'
import type { Client } from '@throughline/contracts/client'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeInvitation, makeLink } from '../../../test/links.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { hashToken, newToken } from '../../core/http/session.ts'

const api = await sharedApi()
const { ctx, database } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Firm')

const REFUSED = '422 invalid_verification'
const stranger = () => new Visitor(api.app, ctx.config.APP_ORIGIN).client()

const CALLS = {
  'verify-email': {
    takes: VERIFICATION_PURPOSES,
    by: (token: string) => verdict(stranger()(verifyEmail, { body: { verification_string: token } })),
  },
  signup: {
    takes: ['sign_up', 'invitation'],
    by: (token: string) =>
      verdict(
        stranger()(signup, {
          body: {
            username: unique('new'),
            password: 'a long enough secret',
            verification_string: token,
            auth_type: 'custom_individual',
          },
        }),
      ),
  },
  'reset-password': {
    takes: ['reset_password'],
    by: (token: string) =>
      verdict(stranger()(resetPassword, { body: { password: 'a long enough secret', verification_string: token } })),
  },
  'undo-email': {
    takes: ['undo_email'],
    by: (token: string) =>
      verdict(stranger()(undoEmailChange, { body: { password: 'a long enough secret', verification_string: token } })),
  },
  join: {
    takes: ['invitation'],
    by: (token: string, holder: Client) => verdict(holder(joinOrganization, { body: { verification_string: token } })),
  },
} as const
type CallName = keyof typeof CALLS
const CALL_NAMES = ['verify-email', 'signup', 'reset-password', 'undo-email', 'join'] as const satisfies CallName[]

/** A string of this purpose, so that nothing but its own state could make the call refuse it. */
async function send(purpose: VerificationPurpose, call: CallName) {
  const someone = await makeSomeone(ctx)
  const holder = call === 'join' ? (await signIn(api, someone.username)).client : stranger()
  const address = uniqueAddress('new')
  const token =
    purpose === 'invitation'
      ? (await makeInvitation(ctx, firm, call === 'join' ? someone.email : address)).token
      : purpose === 'reset_password'
        ? await makeLink(ctx, purpose, someone.email, someone.personId)
        : await makeLink(ctx, purpose, address, purpose === 'sign_up' ? null : someone.personId)
  return { token, holder }
}

const asAdmin = (text: string, token: string) =>
  database.admin((admin) => admin.query<{ used: boolean }>(text, [hashToken(token)]))

const STATES = {
  good: undefined,
  used: 'update verification_strings set used_at = now() where hash = $1',
  expired: 'update verification_strings set expires_at = now() where hash = $1',
}
const STATE_NAMES = ['good', 'used', 'expired'] as const

const MATRIX = CALL_NAMES.flatMap((call) =>
  VERIFICATION_PURPOSES.flatMap((purpose) =>
    STATE_NAMES.map((state) => {
      const taken = state === 'good' && CALLS[call].takes.some((one) => one === purpose)
      return { call, purpose, state, expected: taken ? 'accepted' : REFUSED }
    }),
  ),
)

describe('a verification string is good for its purpose, once and in time', () => {
  test.each(MATRIX)('$call, $purpose, $state: $expected', async ({ call, purpose, state, expected }) => {
    const { token, holder } = await send(purpose, call)
    const change = STATES[state]
    if (change) await asAdmin(change, token)
    expect(await CALLS[call].by(token, holder)).toBe(expected)
    if (state !== 'good' || expected === 'accepted') return
    const left = await asAdmin('select used_at is not null as used from verification_strings where hash = $1', token)
    expect(left.rows, 'a wrong use spends nothing').toEqual([{ used: false }])
  })

  test.each(CALL_NAMES)('%s knows no string that was never sent, nor what a reader of the table sees', async (call) => {
    const { token, holder } = await send('sign_up', call)
    const hash = hashToken(token)
    const guesses = [newToken().token, hash.toString('base64url'), hash.toString('hex'), `\\x${hash.toString('hex')}`]
    for (const guess of guesses) expect(await CALLS[call].by(guess, holder)).toBe(REFUSED)
  })
})

describe('checking a link', () => {
  test.each([
    ['sign_up', 'signup'],
    ['invitation', 'signup'],
    ['reset_password', 'reset-password'],
    ['undo_email', 'undo-email'],
    ['invitation', 'join'],
  ] as const)('of purpose %s as often as one likes leaves it good for one %s', async (purpose, call) => {
    const { token, holder } = await send(purpose, call)
    const check = () => CALLS['verify-email'].by(token)
    expect([await check(), await check()]).toEqual(['accepted', 'accepted'])
    expect(await CALLS[call].by(token, holder)).toBe('accepted')
    expect(await check()).toBe(REFUSED)
    expect(await CALLS[call].by(token, holder)).toBe(REFUSED)
  })

  test.each([true, false])('tells the invited where they are going, and whether to sign in (%s)', async (known) => {
    const address = known ? (await makeSomeone(ctx)).email : uniqueAddress('invited')
    const { token } = await makeInvitation(ctx, firm, address, 'manager')
    expect(await stranger()(verifyEmail, { body: { verification_string: token } })).toEqual({
      purpose: 'invitation',
      email: address,
      invitation: { organization: 'Firm', role: 'Manager', invited_by: 'Some One', has_account: known },
    })
  })
})

test.each([
  ['sign_up', 'signup'],
  ['invitation', 'signup'],
  ['reset_password', 'reset-password'],
  ['undo_email', 'undo-email'],
  ['invitation', 'join'],
  ['change_email', 'verify-email'],
] as const)('of five uses of a %s string at the same moment one wins', async (purpose, call) => {
  const { token, holder } = await send(purpose, call)
  const all = await Promise.all(Array.from({ length: 5 }, () => CALLS[call].by(token, holder)))
  expect(all.toSorted()).toEqual([REFUSED, REFUSED, REFUSED, REFUSED, 'accepted'])
})
