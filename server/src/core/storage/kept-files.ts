import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3'
import type { PersonId } from '@throughline/contracts/ids'
import { notFound } from '../errors.ts'
import { type DrawnPicture, isDrawnPicture } from '../images/drawn-picture.ts'
import type { ByteRange, ObjectStore, StoredContent } from './object-store.ts'

/** The whole of it: a store may resolve dots within a key, and so leave the folder that the beginning names. */
const KEPT = /^(tenants|people)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}$/

/** Whose folder: a tenant's, or that of a person, whom their photo follows into every workspace. */
export type Folder = `tenants/${string}` | `people/${string}`

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

export type KeptFiles = ReturnType<typeof createKeptFiles>

/** What was found clean, or drawn here: the only objects that people can read. */
export function createKeptFiles(objects: ObjectStore) {
  /** Under which name content is kept: once in each tenant. */
  function keyOf({ sha256 }: { sha256: string }, tenantId: string): string {
    const objectKey = `tenants/${tenantId}/${sha256}`
    if (!KEPT.test(objectKey))
      throw new TypeError('content is named by its tenant, which is named by its id, and its hash')
    return objectKey
  }

  /** What we drew needs no scan: nothing that was sent is in it. The same picture is kept once in each folder. */
  async function keepDrawn(picture: DrawnPicture, folder: Folder): Promise<string> {
    if (!isDrawnPicture(picture)) throw new TypeError('only a picture drawn here can be kept')
    const objectKey = `${folder}/${picture.sha256}`
    if (!KEPT.test(objectKey)) throw new TypeError('a folder is named by an id')
    if (!(await objects.exists(objectKey))) await objects.put(objectKey, Readable.from([picture.bytes]))
    return objectKey
  }

  /** A document that was made here from rows: nothing that was sent is in it as it came. Answers its hash. */
  async function keepMade(tenantId: string, bytes: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const objectKey = keyOf({ sha256 }, tenantId)
    if (!(await objects.exists(objectKey))) await objects.put(objectKey, Readable.from([bytes]))
    return sha256
  }

  const readMade = async (tenantId: string, sha256: string): Promise<Buffer> =>
    buffer((await objects.serve(keyOf({ sha256 }, tenantId))).stream)

  /** Kept files only: what is in quarantine is not found here. */
  async function read(objectKey: string, range?: ByteRange): Promise<StoredContent> {
    if (!KEPT.test(objectKey)) throw notFound('The file')
    return await objects.serve(objectKey, range)
  }

  async function remove(objectKey: string): Promise<void> {
    if (!KEPT.test(objectKey)) throw new TypeError('only what was kept can be removed')
    await objects.remove(objectKey)
  }

  return {
    keyOf,
    keepDrawn,
    keepMade,
    readMade,
    read,
    remove,
    removePerson: (personId: PersonId): Promise<number> => removeVersions(objects, `people/${personId}/`),
  }
}
