import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** Everything kept in a person's own folder, whatever the directory still knows of it. */
export async function removePersonFiles(objects: ObjectStore, personId: string): Promise<void> {
  const { client, bucket: Bucket } = objects
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `people/${personId}/` })) {
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) await objects.remove(Key)
  }
}
