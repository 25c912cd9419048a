import { AppError } from '../errors.ts'
import type { Folder } from '../storage/kept-files.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadedFile } from '../storage/uploaded-file.ts'
import { drawPicture, notAPicture, PICTURES } from './draw-picture.ts'

export interface StoredPicture {
  objectKey: string
  sha256: string
  bytes: number
  mediaType: string
}

/** Scanned, then drawn anew; the file itself is gone afterwards, whatever came of it. */
async function drawUpload(storage: Storage, file: UploadedFile, side?: number) {
  try {
    if (!PICTURES.has(file.mediaType)) throw notAPicture()
    const verdict = await storage.scan(file)
    if (verdict !== 'clean') {
      throw new AppError(422, 'infected', `The file was rejected because it contains ${verdict.infected}`)
    }
    return await drawPicture(await storage.contentOf(file), side)
  } finally {
    await storage.discard(file)
  }
}

/** The two steps of a call that takes a picture: it is drawn and kept before the call's transaction opens. */
export function createPictures(storage: Storage) {
  const kept = new WeakMap<UploadedFile, StoredPicture>()

  return {
    async receive(file: UploadedFile, folder: Folder, side?: number): Promise<void> {
      const picture = await drawUpload(storage, file, side)
      const { sha256, mediaType } = picture
      const objectKey = await storage.keepDrawn(picture, folder)
      kept.set(file, { objectKey, sha256, mediaType, bytes: picture.bytes.length })
    },
    of(file: UploadedFile): StoredPicture {
      const picture = kept.get(file)
      if (!picture) throw new Error('the picture was not received')
      return picture
    },
  }
}
