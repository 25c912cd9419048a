import { AppError } from '../errors.ts'
import type { NewBlob } from './blobs.queries.ts'
import type { Storage } from './storage.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** A file that lies whole in the store: kept under its hash if it was found clean, in quarantine otherwise. */
export interface StoredUpload {
  name: string
  /** Null until somebody read it whole. */
  sha256: Buffer | null
  bytes: number
  media_type: string
  object_key: string
  clean: boolean
}

/** Noted before it is kept, so that nothing is kept that cleaning would not find. */
export type Announced = (blob: NewBlob) => Promise<void>

const isAway = (error: unknown) => error instanceof AppError && error.code === 'scanner_unavailable'

/** The two steps of a call that takes a file: whatever waits for servers is done before the call's transaction opens. */
export function createStoredUploads(storage: Storage) {
  const stored = new WeakMap<UploadedFile, StoredUpload>()

  const quarantined = ({ fileName, sha256, size, mediaType, objectKey }: UploadedFile): StoredUpload => ({
    name: fileName,
    sha256: Buffer.from(sha256, 'hex'),
    bytes: size,
    media_type: mediaType,
    object_key: objectKey,
    clean: false,
  })

  /** At once where the scanner answers; where it is away the file waits in quarantine. */
  async function scanned(file: UploadedFile, tenantId: string, announced: Announced): Promise<StoredUpload> {
    const verdict = await storage.scan(file).catch((error: unknown) => {
      if (isAway(error)) return undefined
      throw error
    })
    if (!verdict) return quarantined(file)
    if (verdict !== 'clean') {
      throw new AppError(422, 'infected', `The file was refused: ${verdict.infected} was found in it`)
    }
    const { bytes, media_type } = quarantined(file)
    await announced({
      sha256: Buffer.from(file.sha256, 'hex'),
      bytes,
      media_type,
      object_key: storage.keyOf(file, tenantId),
    })
    return { ...quarantined(file), object_key: await storage.keep(file, tenantId), clean: true }
  }

  /** `allow` throws for those who may not attach it: they leave nothing behind. */
  async function take(file: UploadedFile, allow: () => Promise<unknown>, store: () => Promise<StoredUpload>) {
    try {
      await allow()
      stored.set(file, await store())
    } catch (error) {
      await storage.discard(file)
      throw error
    }
  }

  return {
    /** Left to be scanned after the answer. */
    receive: (file: UploadedFile, allow: () => Promise<unknown>): Promise<void> =>
      take(file, allow, async () => quarantined(file)),
    /** Scanned before the answer, so that whoever sends it can open it. */
    receiveScanned: (
      file: UploadedFile,
      tenantId: string,
      allow: () => Promise<unknown>,
      announced: Announced,
    ): Promise<void> => take(file, allow, () => scanned(file, tenantId, announced)),
    of(file: UploadedFile): StoredUpload {
      const made = stored.get(file)
      if (!made) throw new Error('the file was not received')
      return made
    },
  }
}
