import { createHash } from 'node:crypto'
import { HEAD_BYTES } from './drawn-head.ts'

export type PictureFormat = 'png' | 'webp'

/** Bytes that we drew ourselves; nothing of the file that was sent is in them. Made by `draw-picture.ts` alone. */
class Drawn {
  readonly #drawn = true
  readonly bytes: Buffer
  readonly sha256: string
  readonly mediaType: `image/${PictureFormat}`
  readonly width: number
  readonly height: number

  constructor(bytes: Buffer, format: PictureFormat, width: number, height: number) {
    this.bytes = bytes
    this.sha256 = createHash('sha256').update(bytes).digest('hex')
    this.mediaType = `image/${format}`
    this.width = width
    this.height = height
    Object.freeze(this)
  }

  static made(value: object): boolean {
    return #drawn in value && value.#drawn
  }
}

export type DrawnPicture = Drawn
export const isDrawnPicture = (value: object): boolean => Drawn.made(value)

export const drawn = (bytes: Buffer, format: PictureFormat, width: number, height: number): DrawnPicture =>
  new Drawn(bytes, format, width, height)

/** The pictures that the child wrote one after the other. */
export function drawnIn(output: Buffer, format: PictureFormat): [DrawnPicture, ...DrawnPicture[]] {
  const read = (at: number): DrawnPicture[] => {
    if (at >= output.length) return []
    const [width, height, length] = [output.readUInt32BE(at), output.readUInt32BE(at + 4), output.readUInt32BE(at + 8)]
    const end = at + HEAD_BYTES + length
    return [drawn(output.subarray(at + HEAD_BYTES, end), format, width, height), ...read(end)]
  }
  const [first, ...others] = read(0)
  if (!first) throw new Error('nothing was drawn')
  return [first, ...others]
}
