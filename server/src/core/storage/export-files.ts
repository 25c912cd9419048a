import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import type { TenantId } from '@throughline/contracts/ids'
import type { ByteRange, ObjectStore, StoredContent } from './object-store.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface ExportFile {
  tenantId: TenantId
  id: string
}

/** In the tenant's own folder, so that it goes with the tenant. */
function keyOf({ tenantId, id }: ExportFile): string {
  if (!ID.test(tenantId) || !ID.test(id)) throw new TypeError('an export is named by its tenant and its id')
  return `tenants/${tenantId}/exports/${id}`
}

/** What a killed process had sent of objects that it never finished. */
export async function dropUnfinished({ client, bucket: Bucket }: ObjectStore, prefix: string): Promise<void> {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...after }))
    for (const { Key, UploadId } of page.Uploads ?? []) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }
  } while (page.IsTruncated)
}

/** Files that a job writes for one person, for a few days. Nobody sent them, so they need no scan. */
export function createExportFiles(objects: ObjectStore) {
  return {
    /** In the place of what an earlier attempt left. */
    put: async (file: ExportFile, content: AsyncIterable<Buffer>): Promise<void> => {
      await dropUnfinished(objects, keyOf(file))
      await objects.put(keyOf(file), content)
    },
    read: async (file: ExportFile, range?: ByteRange): Promise<StoredContent> => objects.serve(keyOf(file), range),
    remove: async (file: ExportFile): Promise<void> => {
      await dropUnfinished(objects, keyOf(file))
      await objects.remove(keyOf(file))
    },
  }
}
