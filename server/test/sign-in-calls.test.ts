import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTool, listConnections } from '@throughline/contracts/connections'
import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import { createConnectedTool } from '../src/areas/instances/tools/connected-tool.ts'
import { createLimitedTool } from '../src/areas/instances/tools/limited-tool.ts'
import { createSecretMarks } from '../src/areas/instances/tools/secret-marks.ts'
import { createOpenConnection } from '../src/areas/integrations/open-connection.service.ts'
import { openTokens, sealTokens } from '../src/areas/integrations/sign-in/tokens.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { createSignInDesk, GOOGLE, MICROSOFT } from './sign-in-desk.ts'
import { createWorld } from './world.ts'

const desk = await createSignInDesk({ tokenSeconds: 3 })
const { api, worker, provider, tokens } = desk
const { ours, actors } = await createWorld(api)
const { member } = actors
const egress = createEgress({ trustedOrigins: [provider.issuer] })
const run = createConnectedTool(egress, createOpenConnection(worker, tokens))

const EVENT = { title: 'Handover', start: '2026-11-18T10:00:00Z', end: '2026-11-18T10:30:00Z' }

async function connected(name: string, choices: Parameters<typeof desk.complete>[2] = {}, tool = run) {
  const email = `${randomUUID()}@harborvale.test`
  const done = await desk.complete(member, name, { email, ...choices })
  const query = { name: randomUUID(), sign_in: done.id }
  const { data } = await member.client(connectTool, { params: { toolId: done.toolId }, query, body: {} })
  const call = (operation: string, parameters: Record<string, Json>, key: string = randomUUID()) =>
    tool({
      tenantId: ours.tenantId,
      key,
      run: { instanceId: key, step: 'call', round: 1 },
      own: { toolId: done.toolId, operation, connection: data.id },
      parameters,
      secrets: createSecretMarks(),
      signal: AbortSignal.timeout(10_000),
    })
  const refreshes = async () => (await provider.ledger()).refreshes.filter((one) => one.email === email)
  const shown = async () => (await member.client(listConnections)).data.find(({ id }) => id === data.id)
  return { id: data.id, grantId: done.id, call, refreshes, shown }
}

test('every operation of Google is done as the real service takes it', async () => {
  const { call } = await connected(GOOGLE)
  expect(await call('send_email', { to: 'ada@example.test', subject: 'Grüße', text: 'Hello' })).toMatchObject({
    ok: true,
    output: { message_id: expect.stringMatching(/./) },
  })
  expect(await call('add_row', { spreadsheet_id: 's1', range: 'Sheet1!A1', values: ['a', 2] })).toMatchObject({
    ok: true,
    output: { spreadsheet_id: 's1' },
  })
  expect(await call('put_file', { name: 'notes.txt', content: 'Notes' })).toMatchObject({
    ok: true,
    output: { name: 'notes.txt' },
  })
  const key = randomUUID()
  const first = await call('add_event', EVENT, key)
  expect(first).toMatchObject({ ok: true, output: { event_id: expect.stringMatching(/^[0-9a-v]{5,}$/) } })
  const again = await call('add_event', EVENT, key)
  expect(again).toMatchObject({ ok: true, note: 'The event was there already, so it was added only once.' })
})

test('and of Microsoft', async () => {
  const { call } = await connected(MICROSOFT)
  expect(await call('send_email', { to: 'ada@example.test', subject: 'Hello', text: 'Hello' })).toMatchObject({
    ok: true,
  })
  expect(await call('put_file', { path: 'Reports/June 1.csv', content: 'a,b' })).toMatchObject({
    ok: true,
    output: { name: 'June 1.csv' },
  })
  for (const path of ['', '/', '../secret', 'a/../../b'])
    expect(await call('put_file', { path, content: 'x' }), path).toMatchObject({ ok: false, code: 'refused' })
  const key = randomUUID()
  const first = await call('add_event', EVENT, key)
  expect(first).toMatchObject({ ok: true })
  expect(await call('add_event', EVENT, key)).toEqual(first)
})

test('an operation whose permission was not granted is off, and is not called', async () => {
  const { call } = await connected(GOOGLE, { grant: ['https://www.googleapis.com/auth/calendar.events'] })
  const before = (await provider.ledger()).calls.length
  expect(await call('put_file', { name: 'a', content: 'b' })).toEqual({
    ok: false,
    code: 'refused',
    sent: false,
    text: 'Google didn’t grant “Add files to Drive”. Reconnect to allow it.',
  })
  expect((await provider.ledger()).calls.length).toBe(before)
  expect(await call('add_event', EVENT)).toMatchObject({ ok: true })
})

test('many calls at once renew an ended token once', async () => {
  const { call, refreshes } = await connected(GOOGLE)
  const before = (await refreshes()).length
  await sleep(2_600)
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('add_event', EVENT)))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  expect((await refreshes()).length).toBe(before + 1)
})

/** As if the provider had ended the token early: what is stored is not good, and does not say so. */
async function spoilToken(grantId: string) {
  const { tenantId } = ours
  await api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ tokens: Buffer }>('select tokens from oauth_grants where id = $1', [grantId])
    const { tokens: sealed } = rows[0] ?? {}
    if (!sealed) throw new Error('nobody signed in')
    const { refresh_token } = (await openTokens(worker, tenantId, grantId, sealed)).reveal()
    const ends = { endsAt: new Date(Date.now() + 3_600_000), lifeSeconds: 3_600 }
    const spoiled = { access_token: 'ended', refresh_token, ...ends }
    const { tokens: anew, ends_at, life_seconds } = await sealTokens(worker, tenantId, grantId, spoiled)
    await admin.query('update oauth_grants set tokens = $2, ends_at = $3, life_seconds = $4 where id = $1', [
      grantId,
      anew,
      ends_at,
      life_seconds,
    ])
  })
}

test('a token that is refused before its end is renewed once, and the calls are made with the new one', async () => {
  const { call, refreshes, grantId } = await connected(GOOGLE)
  await spoilToken(grantId)
  const before = (await refreshes()).length
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('add_event', EVENT)))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  expect((await refreshes()).length).toBe(before + 1)
})

test('a sign-in that the provider ended holds calls back, and the connection needs somebody', async () => {
  const { call, shown, grantId } = await connected(GOOGLE, {}, createLimitedTool(worker, run))
  await api.database.admin((admin) => admin.query('update oauth_grants set ends_at = now() where id = $1', [grantId]))
  // As after a restore: a refresh token that was exchanged before ends the grant.
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ tokens: Buffer }>('select tokens from oauth_grants where id = $1', [grantId]),
  )
  expect(await call('add_event', EVENT)).toMatchObject({ ok: true })
  await api.database.admin((admin) =>
    admin.query('update oauth_grants set tokens = $2, ends_at = now() where id = $1', [grantId, rows[0]?.tokens]),
  )
  const held = { ok: false, code: 'signed_out', text: 'Google ended the sign-in. Reconnect to continue.' }
  expect(await call('add_event', EVENT)).toEqual(held)
  const count = (await provider.ledger()).refreshes.length
  expect(await call('add_event', EVENT)).toEqual(held)
  expect((await provider.ledger()).refreshes.length, 'it is not asked again').toBe(count)
  expect(await shown()).toMatchObject({ health: 'needs_attention', problem: held.text })
})
