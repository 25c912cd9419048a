import { connect } from 'node:net'
import { fillPath } from '@throughline/contracts/endpoint'
import * as forms from '@throughline/contracts/public-forms'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { makeForm, makeTrigger } from '../../../../test/forms.ts'
import { heldBytes } from '../../../../test/held-bytes.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { createRespondent } from '../../../../test/respondent.ts'
import { EICAR } from '../../../../test/storage/eicar.ts'
import { listStored, ownBucket } from '../../../../test/storage/own-bucket.ts'
import { createWorld } from '../../../../test/world.ts'
import { createStorage } from '../../../core/storage/storage.ts'
import { purgeDocuments } from '../../documents/documents.public.ts'

// With a bucket of its own: what is left in quarantine is ours.
const bucket = await ownBucket()
const api = await createTestApi({ ...ENGINE_AWAY, S3_BUCKET: bucket.config.S3_BUCKET })
const { ctx } = api
const world = await createWorld(api)
const { ours } = world
const desk = createDesk(api, world)
const storage = createStorage(ctx.config)
const respondent = createRespondent(api)
const { send, post, formOf, token, visitor } = respondent
afterAll(async () => {
  desk.close()
  storage.close()
  await api.close()
  await bucket.drop()
})

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.admin((admin) => admin.query<T>(text, values))).rows
const stored = (formId: string) => rows<{ id: string }>('select * from form_submissions where form_id = $1', [formId])

/** What lies in quarantine without being any document's or upload's. */
async function abandoned(): Promise<string[]> {
  const { objects, uploads } = await listStored(bucket.objects)
  const held = await rows<{ key: string }>(
    'select quarantine_key as key from document_versions union select object_key from uploads',
  )
  const known = new Set(held.map(({ key }) => key))
  return [...objects.filter((key) => key.startsWith('quarantine/')), ...uploads.flatMap(({ Key }) => Key ?? [])].filter(
    (key) => !known.has(key),
  )
}

const ACME = { 'txt-1': 'Acme' }
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('files in the form', () => {
  test('are what their bytes are, as many and as large as the field takes', async () => {
    const formId = await makeForm(ctx, ours)
    const refused = async (files: Parameters<typeof send>[1]['files'] & object) => {
      const { status, errors } = await send(formId, { texts: ACME, files })
      return [status, errors.map(({ path }) => path)]
    }
    expect(await refused([['file-2[]', 'a script', 'logo.png']])).toEqual([422, ['file-2']])
    expect(await refused([['file-2[]', PNG, 'logo.exe']])).toEqual([422, ['file-2']])
    const two = [1, 2].map((n) => ['file-2[]', PNG, `logo-${n}.png`] as const)
    expect(await refused(two)).toEqual([422, ['file-2']])
    expect(await refused([['file-2[]', Buffer.concat([PNG, Buffer.alloc(5 * 1_048_576)]), 'logo.png']])).toEqual([
      422,
      ['file-2'],
    ])
    expect(await refused([['txt-1', 'x', 'x.txt']])).toEqual([422, ['txt-1']])
    expect(await stored(formId)).toEqual([])
    expect(await abandoned()).toEqual([])
    expect((await send(formId, { texts: ACME, files: [['file-2[]', PNG, 'logo.png']] })).status).toBe(201)
  })

  test('of a field that is left empty, or not shown, are none', async () => {
    const elements = [
      { id: 'chk-1', type: 'checkbox', label: 'More' },
      { id: 'file-1', type: 'file', label: 'Papers', required: true, show_if: 'vars.chk_1' },
    ]
    const formId = await makeForm(ctx, ours, { elements })
    const hidden = await send(formId, { texts: { 'chk-1': 'false' }, files: [['file-1[]', 'x', 'x.txt']] })
    expect(hidden.status).toBe(201)
    expect(await rows('select from documents where form_id = $1', [formId])).toEqual([])
    const empty = formOf(formId, { texts: { 'chk-1': 'true' } })
    empty.append('file-1[]', new Blob([]), '')
    expect(await post(formId, empty)).toMatchObject({ status: 422, errors: [{ path: 'file-1' }] })
    expect(await abandoned()).toEqual([])
  })

  test('nobody names the documents of others', async () => {
    const formId = await makeForm(ctx, ours)
    const first = await send(formId, { texts: ACME, files: [['file-1[]', 'paper', 'paper.txt']] })
    const [document] = await rows<{ id: string }>('select id from documents where form_id = $1', [formId])
    await send(formId, { texts: { ...ACME, 'file-1': JSON.stringify([document?.id]) } })
    const answers = await rows<{ files: unknown }>(
      `select answers -> 'file-1' as files from form_submissions where form_id = $1 order by id`,
      [formId],
    )
    expect([first.status, answers]).toEqual([201, [{ files: [document?.id] }, { files: null }]])
  })

  test('a response holds as much as its form takes, in one response and within a day', async () => {
    const few = await makeForm(ctx, ours, { intake: { max_files: 1 } })
    const two = [1, 2].map((n) => ['file-1[]', 'x', `${n}.txt`] as const)
    expect(await send(few, { texts: ACME, files: two })).toMatchObject({ status: 422, errors: [{ path: 'file-1' }] })
    const small = await makeForm(ctx, ours, { intake: { max_megabytes_a_day: 1 } })
    const large = (name: string) => [['file-1[]', Buffer.alloc(700_000), name]] as const
    expect((await send(small, { texts: ACME, files: large('a.bin') })).status).toBe(201)
    const refused = await send(small, { texts: ACME, files: large('b.bin') })
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([429, 'form_full', '3600'])
    expect((await send(small, { texts: ACME })).status).toBe(201)
    expect(await abandoned()).toEqual([])
  })

  test('sent again under the same key leave nothing behind', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    await makeTrigger(ctx, ours, formId)
    const sent = {
      texts: { ...ACME, _key: 'once' },
      files: [
        ['file-1[]', 'one', '1.txt'],
        ['file-1[]', 'two', '2.txt'],
      ] as const,
    }
    await Promise.all(Array.from({ length: 5 }, () => send(formId, sent)))
    expect(await rows('select from documents where form_id = $1', [formId])).toHaveLength(2)
    expect(await abandoned()).toEqual([])
  })
})

describe('the scanner', () => {
  const documentsOf = (formId: string) =>
    rows<{ id: string }>(
      `select d.id from documents d where d.form_id = $1 or d.instance_id in (
         select instance_id from submission_starts where form_id = $1) order by d.id`,
      [formId],
    )
  const statesOf = async (formId: string) => {
    const ids = (await documentsOf(formId)).map(({ id }) => id)
    return (await rows<{ state: string }>('select state from documents where id = any ($1) order by id', [ids])).map(
      ({ state }) => state,
    )
  }

  test('finds each of two documents with the same bytes clean, and they leave quarantine with the last', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    await makeTrigger(ctx, ours, formId)
    await send(formId, { texts: ACME, files: [['file-1[]', 'paper', 'paper.txt']] })
    const [one, two] = await documentsOf(formId)
    await desk.process(one?.id ?? '')
    expect(await statesOf(formId)).toEqual(['clean', 'quarantined'])
    await desk.process(two?.id ?? '')
    expect(await statesOf(formId)).toEqual(['clean', 'clean'])
    expect(await abandoned()).toEqual([])
  })

  test('takes what is infected out of all of them', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    await makeTrigger(ctx, ours, formId)
    expect((await send(formId, { texts: ACME, files: [['file-1[]', EICAR, 'bad.txt']] })).status).toBe(201)
    for (const { id } of await documentsOf(formId)) await desk.process(id)
    expect(await statesOf(formId)).toEqual(['infected', 'infected'])
    expect(await abandoned()).toEqual([])
  })
})

describe('large files', () => {
  const client = visitor.client()
  const begin = async (formId: string, page: string, content: Buffer, name: string, element = 'file-1') =>
    (
      await client(forms.beginPublicUpload, {
        params: { formId },
        body: { token: page, element, name, size: content.length },
      })
    ).data
  async function upload(formId: string, page: string, content: Buffer, name: string) {
    const { id: uploadId } = await begin(formId, page, content, name)
    const at = { params: { formId, uploadId } }
    const { data: signed } = await client(forms.signPublicParts, { ...at, body: { token: page, numbers: [1] } })
    const sent = await fetch(signed[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(content) })
    const parts = [{ number: 1, etag: sent.headers.get('etag') ?? '' }]
    const { data } = await client(forms.completePublicUpload, { ...at, body: { token: page, parts } })
    expect(data).toMatchObject({ state: 'completed', received: content.length })
    return uploadId
  }
  const named = (page: string, uploads: object) => ({ ...ACME, _token: page, _uploads: JSON.stringify(uploads) })

  test('come in parts before the response, which uses each once', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    const page = token(formId)
    const uploadId = await upload(formId, page, Buffer.from('a long paper'), 'paper.txt')
    const first = { texts: { ...named(page, { 'file-1': [uploadId] }), _key: 'large' } }
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(formId, first)))
    expect(answers.map(({ status, receipt }) => [status, receipt])).toEqual(
      Array.from({ length: 3 }, () => [201, answers[0]?.receipt]),
    )
    const documents = await rows<{ id: string }>(
      'select id, name, size, instance_id from documents where form_id = $1',
      [formId],
    )
    expect(documents).toMatchObject([{ name: 'paper.txt', size: 12, instance_id: expect.any(String) }])
    const again = await send(formId, { texts: named(page, { 'file-1': [uploadId] }) })
    expect(again).toMatchObject({ status: 422, errors: [{ path: 'file-1' }] })
    await desk.process(documents[0]?.id ?? '')
    expect(await rows('select state from documents where form_id = $1', [formId])).toEqual([{ state: 'clean' }])
  })

  test('are of the page that began them, of its form and its field', async () => {
    const formId = await makeForm(ctx, ours)
    const page = token(formId)
    const uploadId = await upload(formId, page, Buffer.from('paper'), 'paper.txt')
    expect((await send(formId, { texts: named(token(formId), { 'file-1': [uploadId] }) })).status).toBe(422)
    expect((await send(formId, { texts: named(page, { 'file-2': [uploadId] }) })).status).toBe(422)
    const other = await makeForm(ctx, ours)
    expect((await send(other, { texts: named(token(other), { 'file-1': [uploadId] }) })).status).toBe(422)
    for (const [form, stranger] of [
      [formId, token(formId)],
      [other, token(other)],
      [other, page],
      [formId, `${page}x`],
      [formId, `${page.startsWith('A') ? 'B' : 'A'}${page.slice(1)}`],
      [formId, token(formId, 25 * 3_600_000)],
      [await makeForm(ctx, world.theirs), page],
    ] as const) {
      const look = client(forms.getPublicUpload, { params: { formId: form, uploadId }, body: { token: stranger } })
      await expect(look).rejects.toMatchObject({ status: 404 })
    }
    expect(
      (await client(forms.getPublicUpload, { params: { formId, uploadId }, body: { token: page } })).data,
    ).toMatchObject({ state: 'completed' })
  })

  test('are no larger, no other and no more than form, field and network take', async () => {
    const formId = await makeForm(ctx, ours)
    const page = token(formId)
    await expect(begin(formId, page, Buffer.alloc(21 * 1_048_576), 'a.bin')).rejects.toMatchObject({ status: 422 })
    await expect(begin(formId, page, PNG, 'a.png', 'txt-1')).rejects.toMatchObject({ status: 422 })
    const begun = []
    for (const name of ['1.txt', '2.txt', '3.txt']) begun.push(await begin(formId, page, PNG, name))
    await expect(begin(formId, page, PNG, '4.txt')).rejects.toMatchObject({ status: 429, retryAfter: 30 })
    expect(await abandoned()).toEqual([])
    for (const { id: uploadId } of begun) {
      await client(forms.cancelPublicUpload, { params: { formId, uploadId }, body: { token: page } })
    }
    expect(await rows('select from uploads where form_id = $1', [formId])).toEqual([])
    expect(await abandoned()).toEqual([])
  })

  test('that no response came for go after a day', async () => {
    const formId = await makeForm(ctx, ours)
    const page = token(formId)
    await begin(formId, page, PNG, 'half.txt')
    await upload(formId, page, Buffer.from('whole'), 'whole.txt')
    const kept = await rows<{ hours: string }>(
      `select round(extract(epoch from expires_at - now()) / 3600) as hours from uploads where form_id = $1`,
      [formId],
    )
    expect(kept.map(({ hours }) => Number(hours))).toEqual([24, 24])
    await rows(`update uploads set expires_at = now() - interval '1 minute' where form_id = $1`, [formId])
    await purgeDocuments(ctx, storage, { tenantId: ours.tenantId })
    expect(await rows('select from uploads where form_id = $1', [formId])).toEqual([])
    expect(await abandoned()).toEqual([])
  })
})

describe('a hostile body', () => {
  const boundary = 'x----x'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = (name: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${content}\r\n`
  const raw = (formId: string, parts: string) =>
    post(formId, `${parts}--${boundary}--\r\n`, { 'content-type': `multipart/form-data; boundary=${boundary}` })

  const headTo = (formId: string) =>
    `POST ${fillPath(forms.sendResponse.path, { formId })} HTTP/1.1\r\nHost: ${new URL(ctx.config.APP_ORIGIN).host}\r\n` +
    `Origin: ${ctx.config.APP_ORIGIN}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  async function listening(): Promise<number> {
    if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 })
    const address = api.app.server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  test('is refused and leaves nothing', async () => {
    const formId = await makeForm(ctx, ours)
    const refused = async (parts: string) => (await raw(formId, file('file-1[]', 'first') + parts)).status
    expect(await refused(field('__proto__', 'x'))).toBeGreaterThanOrEqual(400)
    expect(await refused(field('__proto__[]', 'x'))).toBe(422)
    expect(await refused(field('chk-1[999999]', 'x'))).toBe(422)
    expect(await refused(field('chk-1[0][1]', 'x'))).toBe(422)
    expect(await refused(field('nothing', 'x'))).toBe(422)
    expect(await refused(field('_other', 'x'))).toBe(422)
    expect(await refused(field('txt-1', 'x') + field('txt-1', 'y'))).toBe(422)
    expect(await refused(Array.from({ length: 10_000 }, (_, n) => field(`t${n}`, 'x')).join(''))).toBe(413)
    expect(await refused(Array.from({ length: 200 }, () => file('file-1[]', 'x')).join(''))).toBe(413)
    expect(await refused(field('txt-1', 'x'.repeat(300_000)))).toBeGreaterThanOrEqual(413)
    expect(await refused(Array.from({ length: 30 }, (_, n) => field(`t${n}`, 'x'.repeat(10_000))).join(''))).toBe(413)
    expect(await refused(file('file-1[]', 'x'.repeat(8 * 1_048_576)))).toBe(413)
    expect(await refused(field('txt-1', 'a\0b'))).toBe(422)
    expect(await refused(field('_key', 'x'.repeat(101)))).toBe(422)
    expect(await refused(field('_uploads', '{"a":'))).toBe(422)
    expect(await stored(formId)).toEqual([])
    expect(await abandoned()).toEqual([])
  })

  test('of 100 MB of text, and one that ends half way, cost no memory and leave nothing', async () => {
    const formId = await makeForm(ctx, ours)
    const port = await listening()
    const head = headTo(formId)
    const talk = (write: (send: (text: string) => Promise<void>) => Promise<void>) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        let heard = ''
        socket.on('data', (data) => (heard += String(data)))
        socket.on('error', () => resolve(heard))
        socket.on('close', () => resolve(heard))
        const sendText = (text: string) => new Promise<void>((done) => socket.write(text, () => done()))
        void write(sendText).then(() => setTimeout(() => socket.destroy(), 300))
      })
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="txt-1"\r\n\r\n`
    const megabyte = 'x'.repeat(1_048_576)
    const before = heldBytes()
    const answered = await talk(async (write) => {
      await write(head + chunk(part))
      for (let n = 0; n < 100; n++) await write(chunk(megabyte))
    })
    expect(answered).toMatch(/^HTTP\/1\.1 (413|422)/)
    expect((heldBytes() - before) / 1_048_576).toBeLessThan(40)
    const cut = `--${boundary}\r\nContent-Disposition: form-data; name="file-1[]"; filename="a.txt"\r\n\r\n`
    await talk(async (write) =>
      write(head + chunk(`${field('txt-1', 'Acme')}${file('file-1[]', 'whole')}${cut}half of it`)),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await stored(formId)).toEqual([])
    expect(await abandoned()).toEqual([])
  })

  test('that trickles in holds nothing up, and is given a time to end', async () => {
    const formId = await makeForm(ctx, ours)
    const port = await listening()
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="txt-1"\r\n\r\n`
    const before = heldBytes()
    const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).write(headTo(formId) + chunk(part))
    for (let n = 0; n < 20; n++) {
      for (const socket of sockets) socket.write(chunk('x'))
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    expect((await send(formId, { texts: ACME })).status).toBe(201)
    expect((heldBytes() - before) / 1_048_576).toBeLessThan(40)
    expect(api.app.server.requestTimeout).toBe(300_000)
    for (const socket of sockets) socket.destroy()
    expect(await stored(formId)).toHaveLength(1)
    expect(await abandoned()).toEqual([])
  })
})
