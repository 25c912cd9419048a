import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer | string): Buffer {
  const named = Buffer.concat([Buffer.from(type), Buffer.from(data)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A whole and valid picture of that many pixels each way, in a few kilobytes for each million. */
export function blankPng(side: number, chunks: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', ''),
  ])
}

/** One pixel. A comment may hold anything; its first bytes are also a script's variable. */
export function gif(comment = ''): Buffer {
  const written = comment
    ? Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])])
    : Buffer.alloc(0)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]),
    written,
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
  ])
}

/** The smallest that is whole, with a comment of one's own. */
export function jpeg(comment: string): Buffer {
  const pixel =
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z'
  const whole = Buffer.from(pixel, 'base64')
  const said = Buffer.from(comment)
  const marker = Buffer.from([0xff, 0xfe, 0, 0])
  marker.writeUInt16BE(said.length + 2, 2)
  return Buffer.concat([whole.subarray(0, 2), marker, said, whole.subarray(2)])
}
