import sharp from 'sharp'
import { AppError, invalid } from '../errors.ts'
import { type DrawnPicture, drawn } from './drawn-picture.ts'

/** By the bytes, never by the name. SVG is left out: it can carry script. */
export const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif'])
export const notAPicture = () => invalid('Please select a valid image file (JPEG, PNG, or GIF)')

const SIDE = 512
/** A file of a few kilobytes can claim any size; beyond this its pixels are never unpacked. */
const MOST_PIXELS = 50_000_000
const SECONDS = 10

sharp.cache(false)
sharp.concurrency(1)

/** Whoever comes when so many wait is sent away: slow pictures of one person keep everyone else's from being drawn. */
const MOST_WAITING = 20
const busy = () => new AppError(503, 'busy', 'Too many pictures are being drawn. Try again.', { retryAfter: SECONDS })

/** One at a time: what a picture takes while it is unpacked is taken once, however many are sent at the same moment. */
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw busy()
  waiting += 1
  const result = turn.then(work).finally(() => {
    waiting -= 1
  })
  turn = result.catch(() => undefined)
  return result
}

/** The first frame, upright, no larger each way than asked for, without anything that was written into the file. */
export const drawPicture = (content: Buffer, side = SIDE): Promise<DrawnPicture> =>
  inTurn(async () => {
    try {
      const bytes = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png({ compressionLevel: 9 })
        .toBuffer()
      return drawn(bytes)
    } catch {
      // Broken, too large to unpack, or too slow: for whoever sent it, the same.
      throw notAPicture()
    }
  })
