import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { heldBytes } from '../../../test/held-bytes.ts'
import { ownBucket } from '../../../test/storage/own-bucket.ts'
import { startUploadApp } from '../../../test/storage/upload-app.ts'
import { createStorage } from './storage.ts'

const MB = 1_048_576
const { config, drop } = await ownBucket()
const storage = createStorage(config)
const app = await startUploadApp(storage)

afterAll(async () => {
  await app.close()
  storage.close()
  await drop()
})

async function uploadMegabytes(count: number): Promise<void> {
  const megabyte = randomBytes(MB)
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n'
  async function* body() {
    yield Buffer.from(start)
    for (let sent = 0; sent < count; sent++) yield megabyte
    yield Buffer.from('\r\n--b--\r\n')
  }
  const response = await fetch(`${app.origin}/upload`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(body())),
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const hash = createHash('sha256')
  for (let sent = 0; sent < count; sent++) hash.update(megabyte)
  expect(await response.json()).toMatchObject({ size: count * MB, sha256: hash.digest('hex') })
}

async function receiveScanKeepRead(megabytes: number): Promise<void> {
  await uploadMegabytes(megabytes)
  const file = app.received.at(-1)
  if (!file) throw new Error('nothing was received')
  expect(await storage.scan(file)).toBe('clean')
  const { stream } = await storage.read(await storage.keep(file, randomUUID()))
  let size = 0
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) size += chunk.length
  expect(size).toBe(megabytes * MB)
}

test('128 MB are received, scanned, kept and read without growing by 40 MB', async () => {
  // Until every buffer that is used again and again has been filled once.
  await receiveScanKeepRead(64)
  const before = { held: heldBytes(), rss: process.memoryUsage().rss }
  let growth = { rss: 0, held: 0 }
  const watch = setInterval(() => {
    const held = heldBytes()
    const { rss } = process.memoryUsage()
    growth = { rss: Math.max(growth.rss, rss - before.rss), held: Math.max(growth.held, held - before.held) }
  }, 250)
  await receiveScanKeepRead(128)
  clearInterval(watch)
  expect(growth.rss).toBeLessThan(40 * MB)
  expect(growth.held).toBeLessThan(40 * MB)
}, 120_000)
