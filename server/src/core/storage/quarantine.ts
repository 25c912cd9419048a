import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Received and not yet found clean: no call reads from here but the scanner's. */
export const QUARANTINE = 'quarantine/'

export const newQuarantineKey = (): string => `${QUARANTINE}${randomUUID()}`

const KEY = /^quarantine\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isQuarantineKey = (key: string): boolean => KEY.test(key)

/** Which of these objects somebody still needs. */
export type QuarantinedFile = (keys: readonly string[]) => Promise<ReadonlySet<string>>

const isOld = (date: Date | undefined, olderThan: Date) => date !== undefined && date < olderThan

async function* abandonedObjects({ client, bucket: Bucket }: ObjectStore, olderThan: Date, held: QuarantinedFile) {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: QUARANTINE })) {
    const old = (page.Contents ?? [])
      .filter((one) => isOld(one.LastModified, olderThan))
      .flatMap(({ Key }) => Key ?? [])
    const kept = await held(old)
    yield* old.filter((key) => !kept.has(key))
  }
}

async function* abandonedParts({ client, bucket: Bucket }: ObjectStore, olderThan: Date, held: QuarantinedFile) {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: QUARANTINE, ...after }))
    const old = (page.Uploads ?? []).filter((one) => isOld(one.Initiated, olderThan))
    const kept = await held(old.flatMap(({ Key }) => Key ?? []))
    yield* old.filter(({ Key }) => Key !== undefined && !kept.has(Key))
  } while (page.IsTruncated)
}

/** Removes what a stopped process left behind: objects that nobody holds, and uploads that never ended. */
export async function purgeQuarantine(objects: ObjectStore, olderThan: Date, held: QuarantinedFile): Promise<number> {
  let removed = 0
  for await (const key of abandonedObjects(objects, olderThan, held)) {
    await objects.remove(key)
    removed++
  }
  for await (const { Key, UploadId } of abandonedParts(objects, olderThan, held)) {
    await objects.client.send(new AbortMultipartUploadCommand({ Bucket: objects.bucket, Key, UploadId }))
    removed++
  }
  return removed
}
