import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { rawMail, signedBy } from '../../../../test/mail-starts.ts'

const api = await sharedApi()
const { addressOf, addressWith, send, rowsOf, received, activities, close } = await createMailInWorld(api)
afterAll(close)

test('those who only claim to be a sender don’t have the real one’s mail held', async () => {
  const address = await addressWith()
  for (let n = 0; n < 6; n++) {
    const forged = await received(address, rawMail({ subject: 'Order', text: `Number ${n}` }))
    expect(forged).toMatchObject({ state: n < 5 ? 'started' : 'held', verified: false })
  }
  const real = await signedBy('brightline.example', rawMail({ subject: 'Order' }))
  expect(await received(address, real)).toMatchObject({ state: 'started', verified: true })
})

test('messages that are read at once are counted as those that are read in turn, whoever sends them', async () => {
  const address = await addressWith()
  for (let n = 0; n < 7; n++) {
    const raw = rawMail({ from: `person-${n % 3}@brightline.example`, subject: 'Alike', text: `Number ${n}` })
    expect(await send(addressOf(address), raw)).toBe(250)
  }
  await Promise.all(
    (await rowsOf(address)).map(({ id, tenant_id }) =>
      activities.processReceivedMail({ tenantId: tenant_id, mailId: id }),
    ),
  )
  const states = (await rowsOf(address)).map(({ state }) => state)
  expect(states.filter((state) => state === 'started')).toHaveLength(5)
  expect(states.filter((state) => state === 'held')).toHaveLength(2)
})

test.each(['Ticket received', ''])('the sixth with the subject “%s” is held, whoever sends it', async (subject) => {
  const address = await addressWith({ mapping: { company: '$.sender_address' } })
  for (let n = 1; n <= 6; n++) {
    // As a program that opens a ticket for each answer, and writes under a new name each time.
    const from = `ticket-${n}@evil.example`
    const mail = await received(
      address,
      await signedBy('evil.example', rawMail({ from, subject, text: `Ticket ${n}` })),
    )
    expect(mail).toMatchObject(
      n < 6
        ? { state: 'started', verified: true, reason: null }
        : { state: 'held', reason: 'Many emails with the same subject in a few minutes.' },
    )
  }
})

test('the 21st of one sender within an hour is held', async () => {
  const address = await addressWith()
  await received(address)
  const { tenant_id: tenantId } = (await rowsOf(address))[0] ?? {}
  await api.database.admin((db) =>
    db.query(
      `insert into inbound_mails (tenant_id, address_id, received_at, size, state, sender, subject)
       select $1, $2, now() - make_interval(mins => n), 1, 'started', 'billing@brightline.example', 'Invoice ' || n
       from generate_series(41, 58) n`,
      [tenantId, address.mailAddressId],
    ),
  )
  expect(await received(address)).toMatchObject({ state: 'started' })
  const held = { state: 'held', reason: 'More than 20 emails in an hour from one sender.' }
  expect(await received(address)).toMatchObject(held)
})
