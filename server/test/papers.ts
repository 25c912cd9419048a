import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '../src/core/config.ts'
import { createObjectStore } from '../src/core/storage/object-store.ts'
import type { StoredUpload } from '../src/core/storage/stored-uploads.ts'
import { contentOf } from './paper-contents.ts'

/** Papers that the people of the story hand in. They are written here, so that nothing in them has to be scanned. */
export function createPapers(config: Config) {
  const objects = createObjectStore(config)
  return {
    async keep(tenantId: string, name: string, lines: readonly string[] = []): Promise<StoredUpload> {
      const { content, media_type } = await contentOf(name, lines)
      const sha256 = createHash('sha256').update(content).digest()
      const object_key = `tenants/${tenantId}/${sha256.toString('hex')}`
      await objects.put(object_key, Readable.from([content]))
      return { name, sha256, bytes: content.length, media_type, object_key, clean: true }
    },
    close: () => objects.close(),
  }
}

export type Papers = ReturnType<typeof createPapers>
