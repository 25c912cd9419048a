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

/** As it was received, for whoever scans it after the answer. */
export const quarantined = ({ fileName, sha256, size, mediaType, objectKey }: UploadedFile): StoredUpload => ({
  name: fileName,
  sha256: Buffer.from(sha256, 'hex'),
  bytes: size,
  media_type: mediaType,
  object_key: objectKey,
  clean: false,
})

/**
 * The two steps of a call whose file is scanned before the answer, so that whoever sends it can open it: what waits for
 * servers is done before the call's transaction opens.
 */
export function createScannedUploads(storage: Storage) {
  const stored = new WeakMap<UploadedFile, StoredUpload>()

  /** Where the scanner is away the file waits in quarantine. */
  async function scanned(file: UploadedFile, tenantId: string, announced: Announced): Promise<StoredUpload> {
    const verdict = await storage.scan(file).catch((error: unknown) => {
      if (isAway(error)) return undefined
      throw error
    })
    const waiting = quarantined(file)
    if (!verdict) return waiting
    if (verdict !== 'clean') {
      throw new AppError(422, 'infected', `The file was refused: ${verdict.infected} was found in it`)
    }
    const { bytes, media_type } = waiting
    const sha256 = Buffer.from(file.sha256, 'hex')
    await announced({ sha256, bytes, media_type, object_key: storage.keyOf(file, tenantId) })
    return { ...waiting, object_key: await storage.keep(file, tenantId), clean: true }
  }

  return {
    async receive(file: UploadedFile, tenantId: string, announced: Announced): Promise<void> {
      stored.set(file, await scanned(file, tenantId, announced))
    },
    of(file: UploadedFile): StoredUpload {
      const made = stored.get(file)
      if (!made) throw new Error('the file was not received')
      return made
    },
  }
}
