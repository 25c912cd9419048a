import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { AppError, notFound } from '../errors.ts'
import { putStream, sendUnsigned } from './put-stream.ts'

export type ByteRange = { start: number; end?: number }
export type StoredContent = {
  stream: Readable
  /** Bytes in this stream, and in the whole object. */
  length: number
  size: number
  etag: string
}
export type ObjectStore = ReturnType<typeof createObjectStore>

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

const REQUEST_MS = 30_000
/** For what the store does by itself with as much as a file may have, and answers when it is done. */
const LONG_MS = 600_000

const SOCKETS = 100
/** Readers hold theirs for as long as they please. */
const SERVING_SOCKETS = 500

export const clientOptions = (config: Config, requestTimeout = REQUEST_MS, maxSockets = SOCKETS) =>
  ({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    credentials: { accessKeyId: config.S3_ACCESS_KEY.reveal(), secretAccessKey: config.S3_SECRET_KEY.reveal() },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout,
      throwOnRequestTimeout: true,
      socketTimeout: 2 * requestTimeout,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  }) satisfies S3ClientConfig

export function createObjectStore(config: Config) {
  const bucket = config.S3_BUCKET
  const client = new S3Client(clientOptions(config))
  sendUnsigned(client)
  const patient = new S3Client(clientOptions(config, LONG_MS))
  // With connections of its own, so that slow readers leave those alone by which files arrive and are scanned.
  const serving = new S3Client(clientOptions(config, REQUEST_MS, SERVING_SOCKETS))

  const put = (key: string, content: AsyncIterable<Buffer>): Promise<void> =>
    putStream({ client, patient, Bucket: bucket, Key: key }, content)

  async function open(by: S3Client, key: string, range?: ByteRange): Promise<StoredContent> {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    try {
      const found = await by.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
      if (!(found.Body instanceof Readable)) throw new Error('the object store answered without content')
      const length = found.ContentLength ?? 0
      const size = Number(found.ContentRange?.split('/')[1] ?? length)
      return { stream: found.Body, length, size, etag: found.ETag ?? '' }
    } catch (error) {
      if (statusOf(error) === 404) throw notFound('The file')
      if (statusOf(error) === 416) throw new AppError(416, 'range_not_satisfiable', 'The file doesn’t have that part')
      throw error
    }
  }

  /** For ourselves, who read as fast as it comes. */
  const get = (key: string, range?: ByteRange): Promise<StoredContent> => open(client, key, range)
  /** For others, who may be slow. */
  const serve = (key: string, range?: ByteRange): Promise<StoredContent> => open(serving, key, range)

  async function exists(key: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      return true
    } catch (error) {
      if (statusOf(error) === 404) return false
      throw error
    }
  }

  const copy = async (from: string, to: string): Promise<void> => {
    await patient.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }))
  }

  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  const close = () => {
    client.destroy()
    patient.destroy()
    serving.destroy()
  }

  return { client, patient, bucket, put, get, serve, exists, copy, remove, close }
}
