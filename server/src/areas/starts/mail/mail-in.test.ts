import { decideMail, listMails } from '@throughline/contracts/mail-starts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { askForFirm } from '../../../../test/forms.ts'
import { listen } from '../../../../test/listen.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { makeMailAddress, rawMail, signedBy } from '../../../../test/mail-starts.ts'
import { sendBySmtp } from '../../../../test/send-by-smtp.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { createHeldStartActivities, startHeldOne } from '../held-starts.activities.ts'
import { heldForRuns } from '../held-starts.ts'
import { insertMail } from './inbound-mails.queries.ts'
import { createMailServer } from './smtp-server.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const api = await sharedApi()
const { ctx, ours, theirs, client, storage, close, ...mail } = await createMailInWorld(api)
const { activities, addressOf, addressWith, send, rowsOf, process, read, received } = mail
afterAll(close)

const decide = (address: object, mailId: string | undefined, start: boolean) =>
  client(decideMail, { params: decideMail.params.parse({ ...address, mailId }), body: { start } })

test('a message starts one instance with its parts, and names the address as what started it', async () => {
  const address = await addressWith()
  const raw = await signedBy('brightline.example', rawMail({ subject: 'Invoice 20391' }))
  const started = await received(address, raw)
  expect(started).toMatchObject({
    state: 'started',
    verified: true,
    sender: 'billing@brightline.example',
    reason: null,
  })
  const { rows } = await api.database.admin((db) =>
    db.query(
      `select i.name, i.source, i.source_name, i.started_by, s.variables ->> 'company' as company from instances i
       join instance_state s on s.instance_id = i.id where i.id = $1`,
      [started?.instance?.id],
    ),
  )
  const named = { name: 'Invoice 20391', source: 'mail', source_name: 'Invoices', started_by: null }
  expect(rows).toEqual([{ ...named, company: 'Invoice 20391' }])
  expect((await rowsOf(address))[0]?.object_key).toBeNull()
})

test('the same message that comes again starts nothing, and one with its Message-ID alone is another', async () => {
  const address = await addressWith()
  const raw = rawMail({ subject: 'Twice' })
  const first = await received(address, raw)
  const again = await received(address, raw)
  expect(again).toMatchObject({ state: 'duplicate', instance: { id: first?.instance?.id } })
  expect(await received(address, raw.replace('Please pay.', 'Please pay more.'))).toMatchObject({ state: 'started' })
})

const part = (headers: string[], body: string) => ['--b', ...headers, '', body].join('\r\n')
const withScan = () =>
  rawMail({
    headers: ['Content-Type: multipart/mixed; boundary=b'],
    text: [
      part(['Content-Type: text/plain'], 'See attached.'),
      part(
        ['Content-Type: application/pdf', 'Content-Disposition: attachment; filename="../scan.pdf"'],
        'JVBERi0xLjQK',
      ),
      part(['Content-Type: image/png', 'Content-ID: <logo>', 'Content-Disposition: inline; filename=logo.png'], 'abc'),
      '--b--',
    ].join('\r\n'),
  })

const filesOf = async (instanceId: string | undefined) => {
  const { rows } = await api.database.admin((db) =>
    db.query('select name, state, uploaded_by from documents where instance_id = $1', [instanceId]),
  )
  return rows
}

test('attachments become files of the instance, and small pictures of a signature do not', async () => {
  const started = await received(await addressWith(), withScan())
  expect(await filesOf(started?.instance?.id)).toEqual([{ name: 'scan.pdf', state: 'quarantined', uploaded_by: null }])
})

/** The plan has room again afterwards. */
async function whileLapsed<T>(act: () => Promise<T>): Promise<T> {
  const setStatus = (status: string) =>
    api.database.admin((db) =>
      db.query('update subscriptions set status = $2 where tenant_id = $1', [ours.tenantId, status]),
    )
  await setStatus('lapsed')
  const done = await act()
  await setStatus('active')
  return done
}

const receivedWhileLapsed = (address: Awaited<ReturnType<typeof addressWith>>) =>
  whileLapsed(() => received(address, withScan()))

test('a message that the plan has no room for waits, and brings its files once its instance has begun', async () => {
  const address = await addressWith()
  const waiting = await receivedWhileLapsed(address)
  expect(waiting).toMatchObject({ state: 'waiting', instance: null, reason: expect.stringMatching(/has ended/) })
  expect((await rowsOf(address))[0]?.object_key).not.toBeNull()
  const of = { tenantId: ours.tenantId, mailId: waiting?.id ?? '' }
  expect(await activities.finishWaitingMail(of)).toBe(true)
  const [held = ''] = await readTenant(ctx, ours, (tx) => heldForRuns(tx, FIRST, 1))
  await inTenant(ctx, ours, (tx) => startHeldOne(tx, held))
  for (let time = 0; time < 2; time++) expect(await activities.finishWaitingMail(of)).toBe(false)
  const [started] = (await read(address)).recent
  expect(started).toMatchObject({ state: 'started', reason: null })
  expect(await filesOf(started?.instance?.id)).toHaveLength(1)
  expect((await rowsOf(address))[0]?.object_key).toBeNull()
})

test('a message whose start no longer fits is held with the reason, and starts once its address is fixed', async () => {
  const address = await makeMailAddress(ctx, ours)
  const { workflowId, mailAddressId } = address
  const setStatus = (status: string) =>
    api.database.admin((db) => db.query('update workflows set status = $2 where id = $1', [workflowId, status]))
  await setStatus('archived')
  const waiting = await received(address, withScan())
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'The workflow is archived.' })
  const of = { tenantId: ours.tenantId, mailId: waiting?.id ?? '' }
  expect(await activities.finishWaitingMail(of)).toBe(true)
  await setStatus('active')
  await askForFirm(client, workflowId)
  await createHeldStartActivities(ctx).startHeldSome({ tenantId: ours.tenantId, workflowId })
  const reason = 'Required by the workflow, but missing: Firm.'
  expect((await read(address)).recent).toMatchObject([{ state: 'waiting', reason }])
  for (let time = 0; time < 2; time++) expect(await activities.finishWaitingMail(of)).toBe(false)
  expect((await read(address)).recent).toMatchObject([{ state: 'held', reason }])
  const { rows } = await api.database.admin((db) =>
    db.query('select body, news_count from messages where workflow_id = $1', [workflowId]),
  )
  // When it came, and when it was tried again: not once more with the check.
  expect(rows).toEqual([{ body: reason, news_count: 2 }])

  await api.database.admin((db) =>
    db.query(`update workflow_triggers set field_mapping = '{"firm": "$.subject"}' where id = $1`, [mailAddressId]),
  )
  await decide(address, of.mailId, true)
  await process(address)
  const [started] = (await read(address)).recent
  expect(started).toMatchObject({ state: 'started', reason: null })
  expect(await filesOf(started?.instance?.id)).toHaveLength(1)
  const instances = await api.database.admin((db) =>
    db.query('select from instances where workflow_id = $1', [workflowId]),
  )
  expect(instances.rows).toHaveLength(1)
})

describe('a message that waits until it is nearly gone', () => {
  const held = { state: 'held', reason: expect.stringMatching(/^It’s more than 89 days old/) }
  const heldStarts = () => readTenant(ctx, ours, (tx) => heldForRuns(tx, FIRST, 1))
  async function waitingFor(days: number) {
    const address = await addressWith()
    const waiting = await receivedWhileLapsed(address)
    const of = { tenantId: ours.tenantId, mailId: waiting?.id ?? '' }
    await api.database.admin((db) =>
      db.query('update inbound_mails set received_at = now() - make_interval(days => $2) where id = $1', [
        of.mailId,
        days,
      ]),
    )
    return { address, of }
  }

  test('is held and starts nothing by itself, however short its start was held; a person can start it, with its files', async () => {
    const { address, of } = await waitingFor(89)
    for (let time = 0; time < 2; time++) expect(await activities.finishWaitingMail(of)).toBe(false)
    expect((await read(address)).recent).toMatchObject([held])
    expect(await heldStarts()).toEqual([])
    await decide(address, of.mailId, true)
    await process(address)
    const [started] = (await read(address)).recent
    expect(started).toMatchObject({ state: 'started' })
    expect(await filesOf(started?.instance?.id)).toHaveLength(1)
  })

  test('is held at once where it is let go then', async () => {
    const { address, of } = await waitingFor(89)
    await activities.finishWaitingMail(of)
    await decide(address, of.mailId, true)
    await whileLapsed(() => process(address))
    expect((await read(address)).recent).toMatchObject([held])
    expect(await heldStarts()).toEqual([])
  })

  test('waits until then', async () => {
    const { address, of } = await waitingFor(88)
    expect(await activities.finishWaitingMail(of)).toBe(true)
    expect((await read(address)).recent).toMatchObject([{ state: 'waiting' }])
    const [start = ''] = await heldStarts()
    await inTenant(ctx, ours, (tx) => startHeldOne(tx, start))
  })
})

test('half of a character, where a text is cut, or a NUL in a date keeps no message from being decided', async () => {
  const address = await addressWith({ mapping: { company: '$.date' } })
  const dated = (date: string, subject: string) => rawMail({ subject }).replace(/^Date: .*$/m, `Date: ${date}`)
  const subject = `${'x'.repeat(199)}😀 and more`
  for (const date of [`${'x'.repeat(39)}😀`, 'to\u0000day'])
    expect(await received(address, dated(date, subject))).toMatchObject({ state: 'started' })
})

test('unknown addresses and other domains are refused, and a message of 26 MB is noted and refused', async () => {
  expect(await send('nobody-here@in.throughline.test', rawMail())).toBe(550)
  expect(await send('invoices@elsewhere.example', rawMail())).toBe(550)
  const address = await addressWith()
  expect(await send(addressOf(address), rawMail({ text: 'x'.repeat(70).concat('\r\n').repeat(380_000) }))).toBe(552)
  expect((await read(address)).recent).toMatchObject([{ state: 'rejected', reason: 'Rejected: over 25 MB' }])
})

test('a message for two workspaces is one of each, and nobody sees the other', async () => {
  const [mine, other] = [await addressWith(), await makeMailAddress(ctx, theirs)]
  expect(await send([addressOf(mine), addressOf(other)], rawMail({ subject: 'Both' }))).toBe(250)
  await process(mine)
  await process(other)
  const [ours, others] = [await rowsOf(mine), await rowsOf(other)]
  expect([ours, others].map((rows) => rows.map(({ state }) => state))).toEqual([['started'], ['started']])
  expect((await read(mine)).recent).toMatchObject([{ subject: 'Both' }])
})

test('while objects or rows can’t be kept, the sender is told to try again', async () => {
  const failing = createMailServer(ctx, {
    ...storage,
    receiveStream: async (content) => {
      for await (const _ of content);
      throw new Error('the store is away')
    },
  })
  const port = await listen(failing.server)
  const address = await addressWith()
  expect(await sendBySmtp(port, addressOf(address), rawMail(), 'billing@brightline.example')).toBe(451)
  await new Promise<void>((resolve) => failing.close(() => resolve()))
  expect(await rowsOf(address)).toEqual([])
})

describe('a held message', () => {
  test('starts when somebody lets it, and is dismissed when they don’t', async () => {
    const address = await addressWith({ senders: 'members' })
    const held = await received(address, rawMail())
    expect(held).toMatchObject({ state: 'held', verified: false, reason: 'The sender isn’t verified.' })
    const other = await received(address, rawMail())
    await decide(address, held?.id, true)
    await decide(address, other?.id, false)
    await process(address)
    expect((await read(address)).recent.map(({ state }) => state)).toEqual(['dismissed', 'started'])
  })

  test('is also one that failed however often it was tried: a person is told, and may have it read once more', async () => {
    const address = await addressWith()
    expect(await send(addressOf(address), rawMail())).toBe(250)
    const [row] = await rowsOf(address)
    const of = { tenantId: ours.tenantId, mailId: row?.id ?? '' }
    for (let time = 0; time < 2; time++) await activities.holdUnreadMail(of)
    expect((await read(address)).recent).toMatchObject([{ state: 'held', reason: 'It couldn’t be read.' }])
    const { rows } = await api.database.admin((db) =>
      db.query(`select from messages where workflow_id = $1 and body = 'It couldn’t be read.'`, [address.workflowId]),
    )
    expect(rows).toHaveLength(1)
    await decide(address, row?.id, true)
    await process(address)
    expect((await read(address)).recent).toMatchObject([{ state: 'started', reason: null }])
  })

  test('is found however much came since, page after page', async () => {
    const address = await addressWith()
    const held = await inTenant(ctx, ours, async ({ db, tenantId }) => {
      const all: string[] = []
      for (let n = 0; n < 25; n++) {
        const mail = { addressId: address.mailAddressId, objectKey: null, size: 1, envelopeFrom: '' }
        const id = await insertMail(db, tenantId, mail)
        const seconds = sql`make_interval(secs => ${Math.floor(n / 2)})`
        await sql`update inbound_mails set state = ${n % 5 === 0 ? 'held' : 'ignored'}, received_at = now() - ${seconds}
          where tenant_id = ${tenantId} and id = ${id}`.execute(db)
        if (n % 5 === 0) all.push(id)
      }
      return all
    })
    const params = listMails.params.parse(address)
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, pagination } = await client(listMails, {
        params,
        query: { held: 'true', limit: 2, ...(cursor && { cursor }) },
      })
      found.push(...data.map(({ id }) => id))
      cursor = pagination.next_cursor
    } while (cursor)
    expect(found).toEqual(held)
    expect((await read(address)).held).toBe(held.length)
  })

  test('is kept where it can’t start, and starts once the cause is repaired', async () => {
    const address = await addressWith()
    const held = await received(address, rawMail({ subject: '' }))
    const refused = { state: 'held', reason: 'Required by the workflow, but missing: Company.' }
    expect(held).toMatchObject(refused)
    expect((await rowsOf(address))[0]?.object_key).not.toBeNull()
    const again = async () => {
      await decide(address, held?.id, true)
      await process(address)
      return (await read(address)).recent[0]
    }
    expect(await again()).toMatchObject(refused)
    await api.database.admin((db) =>
      db.query(`update workflow_triggers set field_mapping = '{"company": "$.sender_name"}' where id = $1`, [
        address.mailAddressId,
      ]),
    )
    expect(await again()).toMatchObject({ state: 'started' })
    // The engine starts nothing twice under one id: each time that it is read has its own.
    const { rows } = await api.database.admin((db) =>
      db.query<{ n: number }>(
        `select count(distinct payload ->> 'workflowId')::int as n from outbox where payload -> 'args' ->> 'mailId' = $1`,
        [held?.id],
      ),
    )
    expect(rows).toEqual([{ n: 3 }])
  })
})
