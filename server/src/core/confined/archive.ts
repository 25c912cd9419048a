import { inflateRawSync } from 'node:zlib'

const MAX_ENTRIES = 2_000
const MAX_BYTES = 100 * 1_048_576
const MAX_RATIO = 200
/** A small file may shrink by any ratio without harm. */
const HARMLESS_BYTES = 4 * 1_048_576

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const ENCRYPTED = 1

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  at: number
}

export interface Archive {
  names: readonly string[]
  read: (name: string) => Buffer | undefined
}

const refuse = (why: string) => new Error(`this archive is not unpacked: ${why}`)

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - 65_535)
  for (let at = bytes.length - END_BYTES; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at
  throw refuse('it has no directory')
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw refuse(`${count} entries`)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw refuse('its directory is broken')
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw refuse('it is encrypted')
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function unpacked(bytes: Buffer, { method, packed, size, at }: Entry): Buffer {
  if (at + LOCAL_BYTES > bytes.length) throw refuse('an entry lies outside')
  const start = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(start, start + packed)
  if (method === 0) return content
  return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) })
}

/** How many entries, how large altogether and how much larger than they are packed is looked at before any is unpacked. */
export function openArchive(bytes: Buffer): Archive {
  const entries = entriesOf(bytes)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_BYTES) throw refuse(`${total} bytes`)
  if (total > HARMLESS_BYTES && total > bytes.length * MAX_RATIO) throw refuse('it would become too much larger')
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  return {
    names: [...byName.keys()],
    read: (name) => {
      const entry = byName.get(name)
      return entry && unpacked(bytes, entry)
    },
  }
}
