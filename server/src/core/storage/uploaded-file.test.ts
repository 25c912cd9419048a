import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, test } from 'vitest'
import { ownBucket } from '../../../test/storage/own-bucket.ts'
import { startUploadApp } from '../../../test/storage/upload-app.ts'
import { createStorage } from './storage.ts'

const { config, objects, drop } = await ownBucket()
const storage = createStorage(config)
const app = await startUploadApp(storage)

afterAll(async () => {
  await app.close()
  storage.close()
  await drop()
})

const inQuarantine = async () => {
  const place = { Bucket: objects.bucket, Prefix: 'quarantine/' }
  const stored = await objects.client.send(new ListObjectsV2Command(place))
  const unfinished = await objects.client.send(new ListMultipartUploadsCommand(place))
  return [...(stored.Contents ?? []), ...(unfinished.Uploads ?? [])]
    .map(({ Key = '' }) => Key)
    .toSorted((a, b) => a.localeCompare(b))
}
const formOf = (...parts: [string, string | Blob][]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

describe('a file', () => {
  test('arrives with size, hash and type by its bytes, whatever is claimed', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(12 * 1_048_576)])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), '../../in\u202Egnp.exe')
    const { status, body } = await app.send(form)
    expect(status).toBe(200)
    expect(body).toEqual({
      objectKey: expect.stringMatching(/^quarantine\/[0-9a-f-]{36}$/),
      sha256: createHash('sha256').update(content).digest('hex'),
      size: content.length,
      mediaType: 'application/pdf',
      fileName: 'ingnp.exe',
    })
  })

  test('may be as large as allowed and not one byte larger', async () => {
    expect((await app.send(formOf(['file', new Blob([Buffer.alloc(1_000)])]), '?max=1000')).status).toBe(200)
    expect(await app.send(formOf(['file', new Blob([Buffer.alloc(1_001)])]), '?max=1000')).toEqual({
      status: 413,
      body: { code: 'file_too_large' },
    })
  })

  test('has a name', async () => {
    const before = await inQuarantine()
    const form = new FormData()
    form.append('file', new Blob(['text']), '')
    expect(await app.send(form)).toEqual({ status: 422, body: { code: 'invalid_request' } })
    expect(await inQuarantine()).toEqual(before)
  })

  test('may be empty', async () => {
    expect((await app.send(formOf(['file', new Blob([])]))).body).toMatchObject({ size: 0 })
  })
})

describe('several files, where several may come', () => {
  const three = () =>
    formOf(['file', new File(['one'], 'c.txt')], ['file', new File(['two'], 'a.txt')], ['file', new File([], 'b.txt')])

  test('arrive in their order', async () => {
    const { status, body } = await app.send(three(), '?files=3')
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { fileName: 'c.txt', size: 3 },
      { fileName: 'a.txt', size: 3 },
      { fileName: 'b.txt', size: 0 },
    ])
  })

  test('are as many as may come, and together as large as allowed; of others nothing stays', async () => {
    const before = await inQuarantine()
    expect(await app.send(three(), '?files=2')).toEqual({ status: 422, body: { code: 'invalid_request' } })
    expect(await app.send(three(), '?files=3&max=5')).toEqual({ status: 413, body: { code: 'file_too_large' } })
    expect(await inQuarantine()).toEqual(before)
    expect((await app.send(three(), '?files=3&max=6')).status).toBe(200)
  })
})

describe('refused, and nothing of it stays', () => {
  const blob = new Blob(['content'])
  const manyMegabytes = new Blob([Buffer.alloc(14 * 1_048_576)])
  const boundary = 'xxx'
  const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const disposition = 'content-disposition: form-data; name="file"; filename="a.txt"'

  test.each([
    ['JSON', '{"file":{"objectKey":"tenants/x","sha256":"x"}}', { 'content-type': 'application/json' }, 415],
    ['plain text', 'file', { 'content-type': 'text/plain' }, 415],
    ['nothing', formOf(), undefined, 422],
    ['a text in its place', formOf(['file', 'content']), undefined, 422],
    ['another file', formOf(['other', blob]), undefined, 422],
    ['a field before it', formOf(['name', 'x'], ['file', blob]), undefined, 422],
    ['a field after it', formOf(['file', blob], ['name', 'x']), undefined, 422],
    ['a second file', formOf(['file', blob], ['file', blob]), undefined, 422],
    ['another file after it', formOf(['file', manyMegabytes], ['other', manyMegabytes]), undefined, 422],
    ['many parts', formOf(['file', blob], ['a', '1'], ['b', '2'], ['c', '3']), undefined, 422],
    ['a name of the language itself', formOf(['__proto__', blob]), undefined, 400],
    ['no boundary', 'x', { 'content-type': 'multipart/form-data' }, 400],
    ['no end', `--${boundary}\r\n${disposition}\r\n\r\ncontent`, multipart, 400],
  ])('%s', async (_kind, body, headers, status) => {
    const before = await inQuarantine()
    expect(await app.send(body, '', headers)).toMatchObject({ status })
    expect(await inQuarantine()).toEqual(before)
  })

  test('a file that grows too large half way', async () => {
    const before = await inQuarantine()
    const form = formOf(['file', manyMegabytes])
    expect(await app.send(form, `?max=${12 * 1_048_576}`)).toMatchObject({ status: 413 })
    const unsized = new Response(form)
    const streamed = await fetch(`${app.origin}/upload?max=${12 * 1_048_576}`, {
      method: 'POST',
      body: unsized.body,
      duplex: 'half',
      headers: { 'content-type': unsized.headers.get('content-type') ?? '' },
    })
    expect(streamed.status).toBe(413)
    expect(await inQuarantine()).toEqual(before)
  })

  test('a file whose sender goes away', async () => {
    const before = await inQuarantine()
    const { hostname, port } = new URL(app.origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /upload HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\ncontent-type: ${multipart['content-type']}\r\n\r\n` +
        `--${boundary}\r\n${disposition}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(12 * 1_048_576))
    await expect.poll(async () => (await inQuarantine()).length).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(inQuarantine).toEqual(before)
  })
})

test('a store that goes away half way is not blamed on the sender, who may send again', async () => {
  const away = createStorage({ ...config, S3_ENDPOINT: 'http://127.0.0.1:9' })
  const sent = await startUploadApp(away)
  const { status } = await sent.send(formOf(['file', new Blob([Buffer.alloc(14 * 1_048_576)])]))
  expect(status).toBe(500)
  await sent.close()
  away.close()
})
