import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { readConfig } from '../../src/core/config.ts'
import { createObjectStore, type ObjectStore } from '../../src/core/storage/object-store.ts'

/** Everything there is, whole objects and parts that were not put together, whoever knows of it. */
export async function listStored({ client, bucket: Bucket }: ObjectStore) {
  const keys: string[] = []
  for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
  }
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  return { objects: keys, uploads: Uploads.map(({ Key, UploadId }) => ({ Key, UploadId })) }
}

/** A bucket for one test file, so that files running side by side do not see each other's objects. */
export async function ownBucket() {
  const config = { ...readConfig(), S3_BUCKET: `test-${randomUUID()}` }
  const objects = createObjectStore(config)
  const { client, bucket: Bucket } = objects
  await client.send(new CreateBucketCommand({ Bucket }))

  async function drop(): Promise<void> {
    const stored = await listStored(objects)
    for (const key of stored.objects) await objects.remove(key)
    for (const upload of stored.uploads) await client.send(new AbortMultipartUploadCommand({ Bucket, ...upload }))
    await client.send(new DeleteBucketCommand({ Bucket }))
    objects.close()
  }
  return { config, objects, drop }
}
