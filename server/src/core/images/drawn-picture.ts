import { createHash } from 'node:crypto'

/** Bytes that we drew ourselves; nothing of the file that was sent is in them. Made by `draw-picture.ts` alone. */
class Drawn {
  readonly #drawn = true
  readonly bytes: Buffer
  readonly sha256: string
  readonly mediaType = 'image/png'

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.sha256 = createHash('sha256').update(bytes).digest('hex')
    Object.freeze(this)
  }

  static made(value: object): boolean {
    return #drawn in value && value.#drawn
  }
}

export type DrawnPicture = Drawn
export const isDrawnPicture = (value: object): boolean => Drawn.made(value)
export const drawn = (bytes: Buffer): DrawnPicture => new Drawn(bytes)
