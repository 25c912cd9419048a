import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/**
 * Everything under a prefix, whatever the database still knows of it: every version of every object, and the marks that
 * earlier deletions left where the bucket keeps versions. Says how many there were.
 */
export async function removeVersions({ client, bucket: Bucket }: ObjectStore, prefix: string): Promise<number> {
  let removed = 0
  let page: ListObjectVersionsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, VersionIdMarker: page?.NextVersionIdMarker }
    page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...after }))
    for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
      removed++
    }
  } while (page.IsTruncated)
  return removed
}
