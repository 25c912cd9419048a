import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '../config.ts'
import { AppError, notFound } from '../errors.ts'

/** The smallest part that S3 takes; one at a time, so an upload holds no more than about two of them. */
const PART_BYTES = 5 * 1_048_576

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

export function createObjectStore(config: Config) {
  const bucket = config.S3_BUCKET
  const client = new S3Client({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    credentials: { accessKeyId: config.S3_ACCESS_KEY.reveal(), secretAccessKey: config.S3_SECRET_KEY.reveal() },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
      httpAgent: { keepAlive: true, maxSockets: 100 },
      httpsAgent: { keepAlive: true, maxSockets: 100 },
    },
  })

  /** Nothing is left behind when the content fails half way. */
  async function put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const Body = Readable.from(content, { objectMode: false })
    await new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body, ContentType: 'application/octet-stream' },
      partSize: PART_BYTES,
      queueSize: 1,
      leavePartsOnError: false,
    }).done()
  }

  async function get(key: string, range?: ByteRange): Promise<StoredContent> {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    try {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
      if (!(found.Body instanceof Readable)) throw new Error('the object store answered without content')
      const length = found.ContentLength ?? 0
      const size = Number(found.ContentRange?.split('/')[1] ?? length)
      return { stream: found.Body, length, size, etag: found.ETag ?? '' }
    } catch (error) {
      if (statusOf(error) === 404) throw notFound('The file')
      if (statusOf(error) === 416) throw new AppError(416, 'range_not_satisfiable', 'The file has no such part')
      throw error
    }
  }

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
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }))
  }

  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  return { client, bucket, put, get, exists, copy, remove, close: () => client.destroy() }
}
