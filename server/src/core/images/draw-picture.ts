import { Unreadable } from '../confined/run-confined.ts'
import { besides, runModule } from '../confined/run-module.ts'
import { type Scratch, withScratch } from '../confined/scratch.ts'
import { AppError, invalid } from '../errors.ts'
import { type DrawnPicture, drawnIn, type PictureFormat } from './drawn-picture.ts'

/** By the bytes, never by the name. SVG is left out: it can carry script. */
export const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif'])
export const notAPicture = () => invalid('Please select a valid image file (JPEG, PNG, or GIF)')

const SIDE = 512
const LIMITS = { seconds: 20, megabytes: 300, outputBytes: 16 * 1_048_576, addons: true }

/** Whoever comes when so many wait is sent away: slow pictures of one person keep everyone else's from being drawn. */
const MAX_WAITING = 20
const RETRY_SECONDS = 10
const busy = () =>
  new AppError(503, 'busy', 'Too many previews are being created. Try again.', { retryAfter: RETRY_SECONDS })

/** One at a time: what a picture takes while it is unpacked is taken once, however many are sent at the same moment. */
let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw busy()
  waiting += 1
  const result = turn.then(work).finally(() => {
    waiting -= 1
  })
  turn = result.catch(() => undefined)
  return result
}

interface DrawOptions {
  colours?: 'srgb' | 'b-w'
  format?: PictureFormat
}

/** By a process of its own, once for each side that it may be long; whatever it cannot draw is unreadable. */
async function drawAt(
  { folder, file }: Scratch,
  sides: readonly number[],
  { colours = 'srgb', format = 'png' }: DrawOptions = {},
) {
  const module = besides(import.meta.dirname, 'draw-picture.child')
  return drawnIn((await runModule(module, [file, sides.join(','), colours, format], folder, LIMITS)).output, format)
}

export const drawFile = async (scratch: Scratch, side: number, options?: DrawOptions): Promise<DrawnPicture> =>
  (await drawAt(scratch, [side], options))[0]

const drawContent = (content: Buffer, sides: readonly number[], format: PictureFormat) =>
  inTurn(async () => {
    try {
      return await withScratch(content, (scratch) => drawAt(scratch, sides, { format }))
    } catch (error) {
      // Broken, too large to unpack, or too slow: for whoever sent it, the same.
      throw error instanceof Unreadable ? notAPicture() : error
    }
  })

export const drawPicture = async (content: Buffer, side = SIDE): Promise<DrawnPicture> =>
  (await drawContent(content, [side], 'png'))[0]

/** For pages that strangers load: one drawing for each side that it may be long, in the order asked for. */
export const drawForPages = (content: Buffer, sides: readonly number[]) => drawContent(content, sides, 'webp')
