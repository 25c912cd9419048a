import { crc32 } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22

/** Names and texts of an archive whose files are stored as they are, by its own table of contents; each is checked. */
export function entriesOf(archive: Buffer): Record<string, string> {
  const end = archive.length - END_BYTES
  if (archive.readUInt32LE(end) !== END) throw new Error('the archive has no end')
  const found: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('the table of contents is broken')
    const [sum, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place))
    if (name === undefined || extra === undefined || comment === undefined) throw new Error('an entry is cut')
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(begin, begin + size)
    if (crc32(content) !== sum) throw new Error('a file in the archive is broken')
    found[archive.toString('utf8', at + 46, at + 46 + name)] = content.toString('utf8')
    at += 46 + name + extra + comment
  }
  return found
}
