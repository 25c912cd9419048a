import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BucketVersioningStatus,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3'
import { TenantId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { EICAR } from '../../../test/storage/eicar.ts'
import { ownBucket } from '../../../test/storage/own-bucket.ts'
import { startUploadApp } from '../../../test/storage/upload-app.ts'
import { drawn } from '../images/drawn-picture.ts'
import { createStorage } from './storage.ts'

const { config, objects, drop } = await ownBucket()
const storage = createStorage(config)
const app = await startUploadApp(storage)

afterAll(async () => {
  await app.close()
  storage.close()
  await drop()
})

const textOf = async (objectKey: string) => text((await storage.read(objectKey)).stream)

describe('a clean file', () => {
  test('is kept under its own hash, once, and leaves quarantine', async () => {
    const tenant = randomUUID()
    const content = `kept ${randomUUID()}`
    const sha256 = createHash('sha256').update(content).digest('hex')
    const [first, second] = [await app.upload(content, 'first.txt'), await app.upload(content, 'second.txt')]
    expect(first).toMatchObject({ sha256, size: content.length, mediaType: 'text/plain', fileName: 'first.txt' })
    for (const file of [first, second]) expect(await storage.scan(file)).toBe('clean')

    expect(await storage.keep(first, tenant)).toBe(`tenants/${tenant}/${sha256}`)
    expect(await storage.keep(second, tenant)).toBe(`tenants/${tenant}/${sha256}`)
    expect(await storage.keep(first, tenant)).toBe(`tenants/${tenant}/${sha256}`)
    expect(await textOf(`tenants/${tenant}/${sha256}`)).toBe(content)
    expect(await storage.exists(first.objectKey)).toBe(false)
    expect(await storage.exists(second.objectKey)).toBe(false)
  })

  test('is read whole or in part', async () => {
    const file = await app.upload('0123456789')
    await storage.scan(file)
    const key = await storage.keep(file, randomUUID())
    const whole = await storage.read(key)
    expect(whole).toMatchObject({ length: 10, size: 10, etag: expect.stringMatching(/^".+"$/) })
    whole.stream.destroy()
    const part = await storage.read(key, { start: 2, end: 4 })
    expect(part).toMatchObject({ length: 3, size: 10 })
    expect(await text(part.stream)).toBe('234')
    expect(await text((await storage.read(key, { start: 8 })).stream)).toBe('89')
    await expect(storage.read(key, { start: 10 })).rejects.toMatchObject({ status: 416 })
    await expect(storage.read(`${key}0`)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a picture drawn here', () => {
  test('is kept in a tenant’s or a person’s folder, once', async () => {
    const picture = drawn(Buffer.from('drawn'), 'png', 1, 1)
    for (const folder of ['tenants', 'people'] as const) {
      const place = `${folder}/${randomUUID()}` as const
      const key = await storage.keepDrawn(picture, place)
      expect(key).toBe(`${place}/${picture.sha256}`)
      expect(await storage.keepDrawn(picture, place)).toBe(key)
      expect(await textOf(key)).toBe('drawn')
    }
  })

  test('is not one that only looks like it, and goes nowhere else', async () => {
    const picture = drawn(Buffer.from('drawn'), 'png', 1, 1)
    const forged = Object.create(Object.getPrototypeOf(picture), Object.getOwnPropertyDescriptors(picture))
    await expect(storage.keepDrawn(forged, `people/${randomUUID()}`)).rejects.toThrow('drawn here')
    await expect(storage.keepDrawn(picture, 'people/..')).rejects.toThrow('by an id')
    const file = await app.upload('unscanned')
    await expect(storage.contentOf(file)).rejects.toThrow('found clean')
    await storage.discard(file)
  })
})

describe('nothing unsafe is kept', () => {
  test('not what lies in the store otherwise than it was received', async () => {
    const file = await app.upload('received')
    await objects.put(file.objectKey, Readable.from([Buffer.from('recovered')]))
    await expect(storage.scan(file)).rejects.toMatchObject({ code: 'upload_interrupted' })
    await expect(storage.keep(file, randomUUID())).rejects.toThrow('found clean')
    await storage.discard(file)
  })

  test('the standard test virus is found, not kept, and cannot be read from anywhere', async () => {
    const tenant = randomUUID()
    const file = await app.upload(EICAR, 'invoice.pdf')
    expect(await storage.scan(file)).toEqual({ infected: expect.stringMatching(/eicar/i) })
    await expect(storage.keep(file, tenant)).rejects.toThrow('found clean')
    expect(await storage.exists(`tenants/${tenant}/${file.sha256}`)).toBe(false)
    for (const key of [file.objectKey, `tenants/../${file.objectKey}`, `tenants/${tenant}/${file.sha256}`]) {
      await expect(storage.read(key)).rejects.toMatchObject({ status: 404 })
    }
    await storage.discard(file)
    await storage.discard(file)
    expect(await storage.exists(file.objectKey)).toBe(false)
  })

  test('an unscanned file', async () => {
    const file = await app.upload('unscanned')
    await expect(storage.keep(file, randomUUID())).rejects.toThrow('found clean')
    await storage.discard(file)
  })

  test('an object that only looks like a file', async () => {
    const file = await app.upload('real')
    const forged = Object.create(Object.getPrototypeOf(file), Object.getOwnPropertyDescriptors(file))
    await expect(storage.scan(forged)).rejects.toThrow('multipart parser')
    await storage.discard(file)
  })

  test('for a tenant whose name is a path', async () => {
    const file = await app.upload('clean')
    await storage.scan(file)
    for (const tenant of ['', '..', `${randomUUID()}/..`, 'tenant']) {
      await expect(storage.keep(file, tenant)).rejects.toThrow('by its id')
    }
    await storage.discard(file)
  })
})

test('what was left in quarantine is purged by age, unfinished uploads included', async () => {
  const left = await app.upload('left behind')
  const needed = await app.upload('waits for the scanner')
  const heldBy =
    (...keys: string[]) =>
    async () =>
      new Set(keys)
  const unfinished = { Bucket: objects.bucket, Key: `quarantine/${randomUUID()}` }
  await objects.client.send(new CreateMultipartUploadCommand(unfinished))
  await storage.purgeQuarantine(new Date(Date.now() - 60_000), heldBy())
  expect(await storage.exists(left.objectKey)).toBe(true)

  await sleep(1_100)
  expect(await storage.purgeQuarantine(new Date(), heldBy(needed.objectKey))).toBeGreaterThanOrEqual(2)
  expect(await storage.exists(left.objectKey)).toBe(false)
  expect(await storage.exists(needed.objectKey)).toBe(true)
  const listed = await objects.client.send(
    new ListMultipartUploadsCommand({ Bucket: objects.bucket, Prefix: unfinished.Key }),
  )
  expect(listed.Uploads ?? []).toEqual([])
})

test('a tenant is removed with every version that the bucket keeps, and nobody else', async () => {
  const versioned = await ownBucket()
  const { client, bucket: Bucket, put, remove, exists } = versioned.objects
  await client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: BucketVersioningStatus.Enabled } }),
  )
  const [tenant, other] = [TenantId.parse(randomUUID()), randomUUID()]
  const [key, neighbour] = [tenant, other].map((id) => `tenants/${id}/${'a'.repeat(64)}`)
  const waiting = `quarantine/${randomUUID()}`
  const write = (name = '', content = '') => put(name, Readable.from([Buffer.from(content)]))
  for (const content of ['first', 'second']) await write(key, content)
  await remove(key ?? '')
  await write(neighbour, 'theirs')
  await write(waiting, 'not checked yet')
  const keeper = createStorage(versioned.config)
  expect(await keeper.removeTenant(tenant, [waiting])).toBe(4)
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }))
  expect([...Versions, ...DeleteMarkers].map(({ Key }) => Key)).toEqual([neighbour])
  expect(await exists(neighbour ?? '')).toBe(true)
  expect(await keeper.removeTenant(tenant, [waiting]), 'again, nothing is left').toBe(0)
  await keeper.removeTenant(TenantId.parse(other), [])
  keeper.close()
  await versioned.drop()
})

test('an export that is written anew leaves nothing of what a killed process had sent, and goes with its tenant', async () => {
  const { client, bucket: Bucket } = objects
  const file = { tenantId: TenantId.parse(randomUUID()), id: randomUUID() }
  const Key = `tenants/${file.tenantId}/exports/${file.id}`
  const begin = () => client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  const unfinished = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))).Uploads
  await begin()
  for (const content of ['first', 'second']) await storage.exports.put(file, Readable.from([Buffer.from(content)]))
  expect(await text((await storage.exports.read(file)).stream)).toBe('second')
  expect((await unfinished()) ?? []).toEqual([])
  await begin()
  expect(await storage.removeTenant(file.tenantId, [])).toBe(1)
  expect((await unfinished()) ?? []).toEqual([])
  await expect(storage.exports.read(file)).rejects.toThrow('The file was not found')
  await expect(storage.exports.read({ ...file, id: '../../other' })).rejects.toThrow('an export is named by its tenant')
})
