import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

/** `<kind>/<tenant>/<name>.json`: never the key of a kept file or of one in quarantine. */
const KEY = /^[a-z-]+\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[\w-]+\.json$/

export type Records = ReturnType<typeof createRecords>

function requireKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('a record is named by its kind, its tenant and a name')
  return key
}

/** Short texts that must not stand in the database; their names sort by age. */
export function createRecords(objects: ObjectStore) {
  const put = (key: string, content: string): Promise<void> =>
    objects.put(requireKey(key), Readable.from([Buffer.from(content)]))

  const get = async (key: string): Promise<string> => text((await objects.get(requireKey(key))).stream)

  /** Keys of this folder, oldest first, without those before `from`. */
  async function list(folder: string, from = ''): Promise<string[]> {
    const { client, bucket: Bucket } = objects
    const input = { Bucket, Prefix: `${folder}/`, ...(from ? { StartAfter: `${folder}/${from}` } : {}) }
    const keys: string[] = []
    for await (const page of paginateListObjectsV2({ client }, input)) {
      for (const { Key } of page.Contents ?? []) if (Key && KEY.test(Key)) keys.push(Key)
    }
    return keys
  }

  return { put, get, list }
}
