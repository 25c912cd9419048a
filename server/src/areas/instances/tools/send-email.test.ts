import { TenantId } from '@throughline/contracts/ids'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestContext } from '../../../../test/context.ts'
import type { Mailer, OutgoingMail } from '../../../core/mail/mailer.ts'
import { createSendEmail } from './send-email.ts'

const { ctx } = createTestContext('postgres')
afterAll(() => ctx.pools.end())

/** What the mail server took, and what it says to an address: nothing where it takes the mail. */
let taken: OutgoingMail[] = []
let says: Record<string, Error> = {}
const mailer: Mailer = {
  send: async (mail) => {
    const error = says[mail.to]
    if (error) throw error
    taken.push(mail)
  },
  close: () => undefined,
}
beforeEach(() => {
  taken = []
  says = {}
})

const refusal = Object.assign(new Error('no such user'), { responseCode: 550 })
const tenantId = TenantId.parse('00000000-0000-4000-8000-000000000001')
const send = (to: string[]) =>
  createSendEmail(
    ctx,
    mailer,
  )({ tenantId, key: 'k', parameters: { to, subject: 's', text: 't' }, signal: AbortSignal.timeout(5_000) })

test('a mail that nobody took is refused', async () => {
  says = { 'a@example.test': refusal }
  expect(await send(['a@example.test', 'b@example.test'])).toEqual({
    ok: false,
    code: 'refused',
    text: 'The mail server does not take this message.',
  })
  expect(taken).toEqual([])
})

test('a mail that one has and another does not take is no refusal: the next try is the same mail', async () => {
  says = { 'b@example.test': refusal }
  expect(await send(['a@example.test', 'b@example.test'])).toEqual({
    ok: false,
    code: 'unknown',
    text: 'The mail server does not take this message for b@example.test. Others have it.',
  })
  says = {}
  expect(await send(['a@example.test', 'b@example.test'])).toMatchObject({ ok: true })
  const [first, again] = taken.filter(({ to }) => to === 'a@example.test').map(({ messageId }) => messageId)
  expect(again).toBe(first)
})

test('a mail server that cannot be reached has refused nothing', async () => {
  says = { 'a@example.test': new Error('connect ECONNREFUSED') }
  expect(await send(['a@example.test'])).toMatchObject({ ok: false, code: 'unreachable' })
})
