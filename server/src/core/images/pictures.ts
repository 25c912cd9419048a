import { AppError } from '../errors.ts'
import type { Folder } from '../storage/kept-files.ts'
import { mediaTypeOf, SNIFFED_BYTES } from '../storage/media-type.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadedFile } from '../storage/uploaded-file.ts'
import { drawForPages, drawPicture, notAPicture, PICTURES } from './draw-picture.ts'
import type { DrawnPicture } from './drawn-picture.ts'

export interface StoredPicture {
  objectKey: string
  sha256: string
  bytes: number
  mediaType: string
  width: number
  height: number
}

async function keep(storage: Storage, picture: DrawnPicture, folder: Folder): Promise<StoredPicture> {
  const { sha256, mediaType, bytes, width, height } = picture
  const objectKey = await storage.keepDrawn(picture, folder)
  return { objectKey, sha256, mediaType, bytes: bytes.length, width, height }
}

async function requirePicture(content: Buffer): Promise<void> {
  if (!PICTURES.has(await mediaTypeOf(content.subarray(0, SNIFFED_BYTES)))) throw notAPicture()
}

/** Of bytes that were fetched: they are kept nowhere, and what is drawn of them needs no scan. */
export async function drawFetched(storage: Storage, content: Buffer, folder: Folder, side: number) {
  await requirePicture(content)
  return keep(storage, await drawPicture(content, side), folder)
}

/** One picture, drawn at several widths: the widest first. */
export type Drawings = readonly [StoredPicture, ...StoredPicture[]]

/** For pages that strangers load. `sides` begins with the longest; where the original is small there are fewer drawings. */
export async function drawWidths(
  storage: Storage,
  content: Buffer,
  folder: Folder,
  sides: readonly number[],
): Promise<Drawings> {
  await requirePicture(content)
  const [widest, ...others] = await drawForPages(content, sides)
  const narrower = others.filter(({ width }, at) => width < (others[at - 1] ?? widest).width)
  const first = await keep(storage, widest, folder)
  return [first, ...(await Promise.all(narrower.map((picture) => keep(storage, picture, folder))))]
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
      kept.set(file, await keep(storage, await drawUpload(storage, file, side), folder))
    },
    of(file: UploadedFile): StoredPicture {
      const picture = kept.get(file)
      if (!picture) throw new Error('the picture was not received')
      return picture
    },
  }
}
