import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Received and not yet found clean: no call reads from here but the scanner's. */
const PREFIX = 'quarantine/'

export const newQuarantineKey = (): string => `${PREFIX}${randomUUID()}`

/** Removes what a stopped process left behind: objects nobody kept, and uploads that never ended. */
export async function purgeQuarantine(objects: ObjectStore, olderThan: Date): Promise<number> {
  const { client, bucket: Bucket } = objects
  const isOld = (date: Date | undefined) => date !== undefined && date < olderThan
  let removed = 0
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: PREFIX })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key === undefined || !isOld(LastModified)) continue
      await objects.remove(Key)
      removed++
    }
  }
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: PREFIX, ...after }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!isOld(Initiated)) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      removed++
    }
  } while (page.IsTruncated)
  return removed
}
