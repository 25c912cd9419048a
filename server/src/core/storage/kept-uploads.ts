import { AppError } from '../errors.ts'
import type { NewBlob } from './blobs.queries.ts'
import type { Storage } from './storage.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** A file that was scanned and kept, and what it was called. */
export type KeptFile = NewBlob & { name: string }

/** The two steps of a call that takes a file: it is scanned and kept before the call's transaction opens. */
export function createKeptUploads(storage: Storage) {
  const kept = new WeakMap<UploadedFile, KeptFile>()

  async function keep(file: UploadedFile, tenantId: string, allow: () => Promise<unknown>): Promise<KeptFile> {
    await allow()
    const verdict = await storage.scan(file)
    if (verdict !== 'clean') {
      throw new AppError(422, 'infected', `The file was refused: ${verdict.infected} was found in it`)
    }
    const object_key = await storage.keep(file, tenantId)
    const { sha256, size, mediaType, fileName } = file
    return { name: fileName, sha256: Buffer.from(sha256, 'hex'), bytes: size, media_type: mediaType, object_key }
  }

  return {
    /** `allow` throws for those who may not attach it: they leave nothing behind. */
    async receive(file: UploadedFile, tenantId: string, allow: () => Promise<unknown>): Promise<void> {
      try {
        kept.set(file, await keep(file, tenantId, allow))
      } catch (error) {
        await storage.discard(file)
        throw error
      }
    },
    of(file: UploadedFile): KeptFile {
      const made = kept.get(file)
      if (!made) throw new Error('the file was not received')
      return made
    },
  }
}
