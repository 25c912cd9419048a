import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { readConfig } from '../../src/core/config.ts'
import { createObjectStore } from '../../src/core/storage/object-store.ts'

/** A bucket for one test file, so that files running side by side do not see each other's objects. */
export async function ownBucket() {
  const config = { ...readConfig(), S3_BUCKET: `test-${randomUUID()}` }
  const objects = createObjectStore(config)
  const { client, bucket: Bucket } = objects
  await client.send(new CreateBucketCommand({ Bucket }))

  async function drop(): Promise<void> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key = '' } of page.Contents ?? []) await objects.remove(Key)
    }
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    for (const { Key, UploadId } of Uploads)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    await client.send(new DeleteBucketCommand({ Bucket }))
    objects.close()
  }
  return { config, objects, drop }
}
