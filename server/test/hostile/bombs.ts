import { EICAR } from '../storage/eicar.ts'
import { type Hostile, infected, kept, onlySaved } from './hostile.ts'
import { blankPng, gif, jpeg } from './pictures.ts'
import { manyBlanks, zip } from './zip.ts'

/** The same picture, claiming to be larger than it is. */
function claiming(picture: Buffer, at: number, write: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(picture)
  write(bytes, at)
  return bytes
}

const VAST = 65_535
const frame = jpeg('').indexOf(Buffer.from([0xff, 0xc0])) + 5

export const BOMBS: readonly Hostile[] = [
  { what: 'the test virus', name: 'virus.txt', content: () => Buffer.from(EICAR), end: infected },
  {
    what: 'the test virus in an archive within an archive',
    name: 'virus.zip',
    content: () => zip([{ name: 'inner.zip', content: zip([{ name: 'a.com', content: EICAR }]) }]),
    end: infected,
  },
  {
    what: 'an archive that unpacks to 400 MB',
    name: 'bomb.zip',
    content: () => zip([manyBlanks('blank.bin', 400)]),
    end: onlySaved('application/zip'),
  },
  {
    what: 'a picture of 14,000 pixels each way',
    name: 'vast.png',
    content: () => blankPng(14_000),
    end: kept('image/png', 'failed'),
  },
  {
    what: 'a small file that claims to be a vast animation',
    name: 'vast.gif',
    content: () =>
      claiming(gif(), 6, (bytes, at) => {
        // The screen, and the one picture on it.
        for (const place of [at, bytes.indexOf(0x2c) + 5]) bytes.writeUInt32LE(VAST * 65_536 + VAST, place)
      }),
    end: kept('image/gif', 'failed'),
  },
  {
    what: 'a small file that claims to be a vast photograph',
    name: 'vast.jpg',
    content: () => claiming(jpeg(''), frame, (bytes, at) => bytes.writeUInt32BE(VAST * 65_536 + VAST, at)),
    end: kept('image/jpeg', 'failed'),
  },
]
