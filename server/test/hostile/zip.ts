import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer | string
  /** What the directory says instead of the truth. */
  claimed?: number
  /** Packed already. */
  packed?: Buffer
}

const LATEST = 20

const MEGABYTE = 1_048_576

/** So many megabytes of nothing: one of them packed, over and over. */
export function manyBlanks(name: string, megabytes: number, claimed = megabytes * MEGABYTE): ZipEntry {
  const one = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  const last = deflateRawSync(Buffer.alloc(0))
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => one), last])
  return { name, content: '', claimed, packed }
}

/** A whole archive, and where asked for one that lies. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claimed, packed: given } of entries) {
    const bytes = Buffer.from(content)
    const packed = given ?? deflateRawSync(bytes, { level: 9 })
    const named = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(LATEST, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimed ?? bytes.length, 18)
    facts.writeUInt16LE(named.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), facts, named])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([LATEST, 0]), facts, place, named]))
    local.push(head, packed)
    at += head.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, listed, end])
}
