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

const infected = (what: string, found: string) =>
  new AppError(422, 'infected', `${what} was rejected because it contains ${found}`)

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
  const scan = (file: UploadedFile) =>
    storage.scan(file).catch((error: unknown) => {
      if (isAway(error)) return undefined
      throw error
    })

  async function keep(file: UploadedFile, tenantId: string, announced: Announced): Promise<StoredUpload> {
    const waiting = quarantined(file)
    const { bytes, media_type } = waiting
    const sha256 = Buffer.from(file.sha256, 'hex')
    await announced({ sha256, bytes, media_type, object_key: storage.keyOf(file, tenantId) })
    return { ...waiting, object_key: await storage.keep(file, tenantId), clean: true }
  }

  return {
    /** None is kept before all were scanned: where something is found in one, the whole call is refused. */
    async receive(files: readonly UploadedFile[], tenantId: string, announced: Announced): Promise<void> {
      const clean: UploadedFile[] = []
      for (const file of files) {
        const verdict = await scan(file)
        if (!verdict) stored.set(file, quarantined(file))
        else if (verdict === 'clean') clean.push(file)
        else throw infected(files.length > 1 ? file.fileName : 'The file', verdict.infected)
      }
      for (const file of clean) stored.set(file, await keep(file, tenantId, announced))
    },
    of(file: UploadedFile): StoredUpload {
      const made = stored.get(file)
      if (!made) throw new Error('the file was not received')
      return made
    },
  }
}
