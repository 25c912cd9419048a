import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  NoSuchUpload,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { clientOptions, type ObjectStore } from './object-store.ts'
import { newQuarantineKey } from './quarantine.ts'

/** Large enough that 1 GB has few of them, small enough that a lost network costs little. */
export const PART_BYTES = 8 * 1_048_576
const SIGNED_SECONDS = 900

export interface Parts {
  objectKey: string
  multipartId: string
}

export interface StoredPart {
  number: number
  size: number
  etag: string
}

/** Stores write it with quotes or without. */
const bare = (etag: string) => etag.replaceAll('"', '')

const isGone = (error: unknown) => error instanceof NoSuchUpload

/** Uploads whose parts a browser sends straight to the store; what has arrived is asked of the store alone. */
export function createParts(config: Config, objects: ObjectStore) {
  const { client, patient, bucket: Bucket } = objects
  // Signed for the address by which browsers reach the store, which need not be ours.
  const outside = new S3Client({ ...clientOptions(config), endpoint: config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT })
  const named = ({ objectKey, multipartId }: Parts) => ({ Bucket, Key: objectKey, UploadId: multipartId })

  async function begin(): Promise<Parts> {
    const objectKey = newQuarantineKey()
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key: objectKey, ContentType: 'application/octet-stream' }),
    )
    if (!UploadId) throw new Error('the object store named no upload')
    return { objectKey, multipartId: UploadId }
  }

  /** For exactly so many bytes: the length is signed too, and the store refuses a part that says another. */
  const sign = (parts: Parts, number: number, bytes: number): Promise<string> =>
    getSignedUrl(outside, new UploadPartCommand({ ...named(parts), PartNumber: number, ContentLength: bytes }), {
      expiresIn: SIGNED_SECONDS,
    })

  async function stored(parts: Parts): Promise<StoredPart[]> {
    const found: StoredPart[] = []
    let page: ListPartsCommandOutput | undefined
    do {
      page = await client.send(new ListPartsCommand({ ...named(parts), PartNumberMarker: page?.NextPartNumberMarker }))
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
        found.push({ number: PartNumber, size: Size, etag: bare(ETag) })
      }
      // Some stores name a next page behind the last one.
    } while (page.IsTruncated)
    return found
  }

  /** Undefined: it was closed or given up. */
  async function arrived(parts: Parts): Promise<StoredPart[] | undefined> {
    try {
      return await stored(parts)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  /**
   * Makes one object of exactly the parts that were acknowledged to the sender; one that was made before stays. A store
   * may have written over a part since, or keep one that was cut off at its full size: then its mark is another one.
   */
  async function close(parts: Parts, size: number, acknowledged: readonly Pick<StoredPart, 'number' | 'etag'>[]) {
    try {
      const told = new Map(acknowledged.map(({ number, etag }) => [number, bare(etag)]))
      const found = (await stored(parts)).filter(({ number, etag }) => told.get(number) === etag)
      if (found.reduce((sum, part) => sum + part.size, 0) !== size) {
        throw new AppError(409, 'parts_missing', 'The upload isn’t complete')
      }
      const Parts = found.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` }))
      await patient.send(new CompleteMultipartUploadCommand({ ...named(parts), MultipartUpload: { Parts } }))
    } catch (error) {
      if (!isGone(error)) throw error
      if (!(await objects.exists(parts.objectKey))) {
        throw new AppError(410, 'upload_gone', 'This upload was abandoned. Start it again.')
      }
    }
  }

  /** With what may have become of it. */
  async function drop(parts: Parts): Promise<void> {
    try {
      await client.send(new AbortMultipartUploadCommand(named(parts)))
    } catch (error) {
      if (!isGone(error)) throw error
    }
    await objects.remove(parts.objectKey)
  }

  return { begin, sign, arrived, close, drop, end: () => outside.destroy() }
}
