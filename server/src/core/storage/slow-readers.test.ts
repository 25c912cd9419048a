import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { readConfig } from '../config.ts'
import { drawn } from '../images/drawn-picture.ts'
import { createStorage } from './storage.ts'

/** More than any pool of connections that something else needs. */
const READERS = 150

/** A store that has begun to answer whoever reads, and never ends; it takes whatever it is given. */
const store = createServer((request, response) => {
  if (request.method === 'GET') response.writeHead(200, { 'content-length': 1_000_000 }).write('the beginning')
  else request.resume().on('end', () => response.writeHead(request.method === 'HEAD' ? 404 : 200).end())
})
const storage = createStorage({ ...readConfig(), S3_ENDPOINT: `http://127.0.0.1:${await listen(store)}` })
afterAll(() => {
  storage.close()
  store.closeAllConnections()
  store.close()
})

test('files arrive while many are read slowly', async () => {
  const key = `tenants/${randomUUID()}/${createHash('sha256').digest('hex')}`
  const opened = await Promise.all(Array.from({ length: READERS }, () => storage.read(key)))
  const place = `people/${randomUUID()}` as const
  expect(await storage.keepDrawn(drawn(Buffer.from('drawn'), 'png', 1, 1), place)).toContain(place)
  for (const { stream } of opened) stream.destroy()
}, 10_000)
