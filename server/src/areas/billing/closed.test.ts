import { setAutoRenew } from '@throughline/contracts/billing'
import { deleteAccount, keepAccount } from '@throughline/contracts/profile'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from '../../../test/api.ts'
import { makeTenant, PASSWORD } from '../../../test/factories.ts'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'
import { makeSomeone } from '../../../test/someone.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, buy, at, subscriptionOf, invoices, payments, rows } = shop

beforeEach(async () => {
  // What others bought goes on by itself otherwise.
  await rows('update subscriptions set next_at = null')
  await shop.setClock('2026-03-03T12:00:00Z')
})

const close = (tenantId: string) =>
  rows(`update tenants set status = 'closed', updated_at = now() - interval '31 days' where id = $1`, [tenantId])
const attempts = () => payments.ledger.payments.size

describe('a workspace that was closed', () => {
  test.each([CARD.paid, CARD.renewalsRefused])('is charged nothing anymore, and told nothing: %s', async (card) => {
    const { client, user, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly', card)
    const before = attempts()
    await close(tenantId)
    for (const day of ['03-31', '04-03', '04-06', '04-17']) await at(`2026-${day}T08:00:00Z`)
    expect(attempts()).toBe(before)
    expect(await invoices(tenantId)).toHaveLength(1)
    expect(await shop.noticesTo(user.email)).toEqual([])
  })

  test('is given back what somebody paid in a window meanwhile, and is not erased before that', async () => {
    const { client, tenantId } = await shop.newBuyer()
    const before = payments.ledger.total()
    const paid = pay(await order(client, 'Team US monthly'))
    await close(tenantId)
    const isErased = async () =>
      (await rows('select from auth.workspaces_to_erase(1000) due where due.tenant_id = $1', [tenantId])).length > 0
    const refund = vi.spyOn(payments.ledger, 'refund').mockReturnValue(undefined)
    await expect(shop.settle(tenantId, paid.payment_id)).rejects.toThrow('the payment provider answered 400')
    expect(await isErased()).toBe(false)
    refund.mockRestore()
    await shop.settle(tenantId, paid.payment_id)
    expect(payments.ledger.total()).toBe(before)
    expect(await invoices(tenantId)).toEqual([])
    expect(await isErased()).toBe(true)
  })
})

describe('a workspace of one’s own', () => {
  async function ownWorkspace() {
    const { personId, username } = await makeSomeone(shop.api.ctx)
    const { tenantId } = await makeTenant(shop.api.ctx, personId, 'personal', 'Alone')
    const { client, user } = await signIn(shop.api, username)
    const params = { userId: user.id }
    return { client, params, tenantId, plan: () => client(deleteAccount, { params, body: { password: PASSWORD } }) }
  }

  test('is charged nothing once the account is to be deleted, and renews again only when asked to', async () => {
    const { client, params, tenantId, plan } = await ownWorkspace()
    await buy(client, 'Solo US monthly')
    await plan()
    const { id: subscriptionId, auto_renew, renewal } = await subscriptionOf(client)
    expect({ auto_renew, renewal }).toEqual({ auto_renew: false, renewal: null })
    const data = { name: 'Solo', before: { auto_renew: true }, after: { auto_renew: false } }
    expect((await shop.audited(tenantId)).at(-1)).toEqual({ act: 'subscription.renewal_changed', data })
    await client(keepAccount, { params })
    expect(await subscriptionOf(client)).toMatchObject({ auto_renew: false })
    const renewed = await client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew: true } })
    expect(renewed).toMatchObject({ auto_renew: true })
    await plan()
    const before = attempts()
    await at('2026-04-03T08:00:00Z')
    expect(attempts()).toBe(before)
    expect(await invoices(tenantId)).toHaveLength(1)
    expect(await verify(client, pay(await order(client, 'Solo US monthly')))).toMatchObject({ status: 'success' })
  })

  test('on Free has no renewal to be stopped', async () => {
    const { tenantId, plan } = await ownWorkspace()
    await plan()
    expect(await shop.audited(tenantId)).toEqual([])
  })
})
