import { randomBytes, randomUUID } from 'node:crypto'
import { defaultPayloadConverter, METADATA_ENCODING_KEY } from '@temporalio/common'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '../secret.ts'
import { SealBrokenError } from './cipher.ts'
import { createKeyring } from './keyring.ts'
import { createPayloadCodec } from './payload-codec.ts'

const newCodec = () =>
  createPayloadCodec(createKeyring({ MASTER_KEY: new Secret(randomBytes(32).toString('base64')), MASTER_KEY_ID: 'k1' }))
const codec = newCodec()

test('payloads come back with data and metadata', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
      const payloads = values.map((value) => defaultPayloadConverter.toPayload(value))
      const decoded = await codec.decode(await codec.encode(payloads))
      expect(decoded.map((payload) => defaultPayloadConverter.fromPayload(payload))).toEqual(
        JSON.parse(JSON.stringify(values)),
      )
    }),
    { numRuns: 50 },
  )
})

test('the wire shows neither the text nor its kind', async () => {
  const [sealed] = await codec.encode([defaultPayloadConverter.toPayload('a very private text')])
  expect(Buffer.from(sealed?.metadata?.[METADATA_ENCODING_KEY] ?? []).toString()).toBe('binary/encrypted')
  expect(Buffer.from(sealed?.data ?? []).includes('private')).toBe(false)
  expect(Buffer.from(sealed?.data ?? []).includes('json')).toBe(false)
})

test('sealed under another master key is refused; what the engine made itself passes', async () => {
  const sealed = await newCodec().encode([defaultPayloadConverter.toPayload('text')])
  await expect(codec.decode(sealed)).rejects.toThrow(SealBrokenError)
  const plain = [defaultPayloadConverter.toPayload('from the engine')]
  expect(await codec.decode(plain)).toEqual(plain)
})

test('what runs for a tenant is sealed with a key of its own', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const contextOf = (tenant: string) => ({
    type: 'workflow' as const,
    namespace: 'n',
    workflowId: `instance:${tenant}:x`,
  })
  const text = [defaultPayloadConverter.toPayload('text')]
  const [sealed] = await codec.encode(text, contextOf(one))
  const opened = await codec.decode([sealed ?? {}])
  expect(opened.map((payload) => defaultPayloadConverter.fromPayload(payload))).toEqual(['text'])
  // Under another tenant's name it does not open, nor under none.
  const moved = { ...sealed, metadata: { ...sealed?.metadata, tenant: Buffer.from(other) } }
  await expect(codec.decode([moved])).rejects.toThrow(SealBrokenError)
  const { tenant: _, ...untold } = sealed?.metadata ?? {}
  await expect(codec.decode([{ ...sealed, metadata: untold }])).rejects.toThrow(SealBrokenError)
})
