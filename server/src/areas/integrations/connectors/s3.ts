import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Json } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import { EgressError } from '../../../core/egress/egress-error.ts'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { failureOf, waitUntil } from './http-call.ts'
import { inSteps, problemOf } from './test-steps.ts'
import { type FailedAnswer, rejected, type ToolAnswer } from './tool-answer.ts'
import { textIn } from './values.ts'

const MAX_KEYS = 1_000
/** Of what a store calls a key that it does not accept. */
const KEY_REFUSED = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'AuthorizationHeaderMalformed',
])
const COME_LATER = new Set([429, 503])

const SignedRequest = z.object({
  protocol: z.string(),
  hostname: z.string(),
  port: z.optional(z.number()),
  path: z.string(),
  query: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]))),
  method: z.enum(['GET', 'PUT', 'HEAD']),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.union([z.string(), z.instanceof(Uint8Array)])),
})

function urlOf({ protocol, hostname, port, path, query = {} }: z.infer<typeof SignedRequest>): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`)
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value ?? '']) url.searchParams.append(name, one)
  // As it was signed.
  url.search = url.search.replaceAll('+', '%20')
  return url
}

/** Signs and reads as S3 does; what goes out goes through the guarded client. */
function clientOf({ egress, signal }: Reach, configuration: Record<string, Json>): S3Client {
  return new S3Client({
    endpoint: textIn(configuration, 'endpoint'),
    region: textIn(configuration, 'region') || 'us-east-1',
    credentials: {
      accessKeyId: textIn(configuration, 'access_key_id'),
      secretAccessKey: textIn(configuration, 'secret_access_key'),
    },
    forcePathStyle: configuration.path_style !== false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The caller repeats, and knows when to give up.
    maxAttempts: 1,
    requestHandler: {
      handle: async (given: unknown) => {
        const request = z.parse(SignedRequest, given)
        const { method, headers, body } = request
        const content = body === undefined ? {} : { body: Buffer.from(body) }
        const answer = await egress.fetch(urlOf(request), { method, headers, ...content, signal, redirect: 'manual' })
        return {
          response: {
            statusCode: answer.status,
            headers: Object.fromEntries(answer.headers),
            body: Readable.from([answer.body]),
          },
        }
      },
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  })
}

function failedRequest(error: unknown, { signal }: Reach, endpoint: string): FailedAnswer {
  if (signal.aborted) throw signal.reason
  if (error instanceof EgressError) return failureOf(error, endpoint)
  if (!(error instanceof S3ServiceException)) throw error
  const { name, message, $response } = error
  const status = error.$metadata.httpStatusCode ?? $response?.statusCode ?? 0
  const text = `The store answered ${status} ${name}${message && message !== name ? `: ${message}` : '.'}`
  if (status === 401 || KEY_REFUSED.has(name)) return { ok: false, code: 'signed_out', text }
  if (COME_LATER.has(status)) {
    const until = waitUntil($response?.headers['retry-after'] ?? null, Date.now())
    return { ok: false, code: 'held', until, text }
  }
  return status >= 300 && status < 500 ? rejected(text) : { ok: false, code: 'unreachable', text }
}

async function put(client: S3Client, { input, configuration, marks }: ConnectorCall): Promise<ToolAnswer> {
  const bytes = textIn(input, 'content_base64')
  const text = typeof input.content === 'string' ? input.content : ''
  const body = bytes === '' ? Buffer.from(text) : Buffer.from(bytes, 'base64')
  const type = textIn(input, 'content_type')
  const stored = await client.send(
    new PutObjectCommand({
      Bucket: textIn(configuration, 'bucket'),
      Key: textIn(input, 'key'),
      Body: body,
      ...(type !== '' && { ContentType: type }),
      ...(marks && { Metadata: { ...marks } }),
    }),
  )
  return { ok: true, output: { key: textIn(input, 'key'), bytes: body.length, etag: stored.ETag ?? '' } }
}

async function get(client: S3Client, { input, configuration }: ConnectorCall): Promise<ToolAnswer> {
  const key = textIn(input, 'key')
  const found = await client.send(new GetObjectCommand({ Bucket: textIn(configuration, 'bucket'), Key: key }))
  const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? [])
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(bytes)
  const output = { key, bytes: bytes.length, content_type: found.ContentType ?? '', etag: found.ETag ?? '' }
  // A text that is none would be garbled.
  return { ok: true, output: { ...output, content: isText ? text : null, content_base64: bytes.toString('base64') } }
}

async function list(client: S3Client, { input, configuration }: Pick<ConnectorCall, 'input' | 'configuration'>) {
  const [prefix, after] = [textIn(input, 'prefix'), textIn(input, 'after')]
  const found = await client.send(
    new ListObjectsV2Command({
      Bucket: textIn(configuration, 'bucket'),
      MaxKeys: MAX_KEYS,
      ...(prefix !== '' && { Prefix: prefix }),
      ...(after !== '' && { StartAfter: after }),
    }),
  )
  const objects = (found.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
    key: Key,
    bytes: Size,
    modified: LastModified?.toISOString() ?? null,
  }))
  return { ok: true as const, output: { objects, more: found.IsTruncated ?? false } }
}

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const client = clientOf(reach, given.configuration)
  try {
    if (given.operation.name === 'put') return await put(client, given)
    return given.operation.name === 'get' ? await get(client, given) : await list(client, given)
  } catch (error) {
    return failedRequest(error, reach, textIn(given.configuration, 'endpoint'))
  } finally {
    client.destroy()
  }
}

const KEY = { type: 'string', title: 'Key', description: 'Path and name of the object in the bucket.' }

export const s3: Connector = {
  id: 'c0000003-0000-4000-8000-000000000000',
  name: 'S3',
  short_description: 'Stores and reads files in a bucket',
  description: 'Stores, reads, and lists objects in one bucket of any store that speaks the S3 protocol.',
  categories: ['development', 'productivity'],
  tool_url: 'https://docs.aws.amazon.com/s3/',
  is_paid: false,
  schema: {
    type: 'object',
    properties: {
      endpoint: { type: 'string', title: 'Address', format: 'uri', default: 'https://s3.us-east-1.amazonaws.com' },
      region: { type: 'string', title: 'Region', default: 'us-east-1' },
      bucket: { type: 'string', title: 'Bucket' },
      access_key_id: { type: 'string', title: 'Access key ID' },
      secret_access_key: { type: 'string', title: 'Secret access key', format: 'password' },
      path_style: { type: 'boolean', title: 'Path-style addresses (the bucket is part of the path)', default: true },
    },
    required: ['endpoint', 'bucket', 'access_key_id', 'secret_access_key'],
  },
  operations: [
    {
      name: 'put',
      title: 'Store an object',
      input: {
        type: 'object',
        properties: {
          key: KEY,
          content: { type: 'string', title: 'Content' },
          content_base64: { type: 'string', title: 'Content as base64' },
          content_type: { type: 'string', title: 'Media type' },
        },
        required: ['key'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: { key: KEY, bytes: { type: 'integer', title: 'Bytes' }, etag: { type: 'string', title: 'ETag' } },
        required: ['key', 'bytes'],
      },
      // The same content under the same key is the same object.
      repeat: 'keyed',
    },
    {
      name: 'get',
      title: 'Read an object',
      input: { type: 'object', properties: { key: KEY }, required: ['key'], additionalProperties: false },
      output: {
        type: 'object',
        properties: {
          content: { type: ['string', 'null'], title: 'Content' },
          content_base64: { type: 'string', title: 'Content as base64' },
          content_type: { type: 'string', title: 'Media type' },
          bytes: { type: 'integer', title: 'Bytes' },
          etag: { type: 'string', title: 'ETag' },
        },
        required: ['content', 'bytes'],
      },
      repeat: 'reads',
    },
    {
      name: 'list',
      title: 'List objects',
      input: {
        type: 'object',
        properties: {
          prefix: { type: 'string', title: 'Prefix' },
          after: { type: 'string', title: 'Start after this key' },
        },
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          objects: { type: 'array', title: 'Objects', items: { type: 'object' } },
          more: { type: 'boolean', title: 'Has more objects' },
        },
        required: ['objects', 'more'],
      },
      repeat: 'reads',
    },
  ],
  test: (reach, configuration) => {
    const client = clientOf(reach, configuration)
    const attempt = async () => {
      const listed = list(client, { input: {}, configuration })
      return problemOf(await listed.catch((error) => failedRequest(error, reach, textIn(configuration, 'endpoint'))))
    }
    return inSteps([[`Sign in and list the bucket “${textIn(configuration, 'bucket')}”`, attempt]])
  },
  call,
}
