import { Unreadable } from '../confined/run-confined.ts'
import { besides, runModule } from '../confined/run-module.ts'
import { type Scratch, withScratch } from '../confined/scratch.ts'
import { AppError, invalid } from '../errors.ts'
import { type DrawnPicture, drawn } from './drawn-picture.ts'

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

/** By a process of its own; whatever it cannot draw is unreadable. */
export async function drawFile(
  { folder, file }: Scratch,
  side: number,
  colours: 'srgb' | 'b-w' = 'srgb',
): Promise<DrawnPicture> {
  const module = besides(import.meta.dirname, 'draw-picture.child')
  return drawn((await runModule(module, [file, String(side), colours], folder, LIMITS)).output)
}

export const drawPicture = (content: Buffer, side = SIDE): Promise<DrawnPicture> =>
  inTurn(async () => {
    try {
      return await withScratch(content, (scratch) => drawFile(scratch, side))
    } catch (error) {
      // Broken, too large to unpack, or too slow: for whoever sent it, the same.
      throw error instanceof Unreadable ? notAPicture() : error
    }
  })
