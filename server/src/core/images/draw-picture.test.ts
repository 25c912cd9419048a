import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture } from './draw-picture.ts'
import { isDrawnPicture } from './drawn-picture.ts'

const plain = (width: number, height: number, background = '#808080') =>
  sharp({ create: { width, height, channels: 3, background } })

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A whole and valid picture of that many pixels each way, in a few kilobytes for each million. */
function blankPng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const notAPicture = { status: 422, message: 'Please select a valid image file (JPEG, PNG, or GIF)' }

describe('a picture is drawn', () => {
  test.each([
    ['a wide one', 1024, 256, 512, 128],
    ['a high one', 100, 1000, 51, 512],
    ['a small one, as large as it was', 30, 20, 30, 20],
  ])('%s', async (_, width, height, drawnWidth, drawnHeight) => {
    const picture = await drawPicture(await plain(width, height).jpeg().toBuffer())
    const { format, ...size } = await sharp(picture.bytes).metadata()
    expect({ format, ...size }).toMatchObject({ format: 'png', width: drawnWidth, height: drawnHeight })
    expect(picture.sha256).toBe(createHash('sha256').update(picture.bytes).digest('hex'))
  })

  test('upright, as the camera was held', async () => {
    const lying = await plain(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height } = await sharp((await drawPicture(lying)).bytes).metadata()
    expect([width, height]).toEqual([20, 60])
  })

  test('with the first frame of one that moves', async () => {
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => plain(16, 16, colour).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const drawn = sharp((await drawPicture(moving)).bytes)
    expect((await drawn.metadata()).pages).toBeUndefined()
    const { dominant } = await drawn.stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(50)
  })
})

test('whoever comes when many wait is sent away, and may come again', { timeout: 90_000 }, async () => {
  const content = await plain(20, 20).jpeg().toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => drawPicture(content)))
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(5)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfter: 10 })
  await expect(drawPicture(content)).resolves.toBeDefined()
})

describe('no picture is made of', () => {
  test('a file that breaks off', async () => {
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251))
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .jpeg()
      .toBuffer()
    await expect(drawPicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(notAPicture)
  })

  test('a file that only begins like one', async () => {
    const header = blankPng(8).subarray(0, 33)
    await expect(drawPicture(Buffer.concat([header, Buffer.from('nothing')]))).rejects.toMatchObject(notAPicture)
  })

  test('a small file that unpacks to 196 million pixels, which are never unpacked', async () => {
    const bomb = blankPng(14_000)
    expect(bomb.length).toBeLessThan(200_000)
    const before = process.memoryUsage().rss
    await expect(Promise.all(Array.from({ length: 5 }, () => drawPicture(bomb)))).rejects.toMatchObject(notAPicture)
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  test('what merely looks like a drawn one', () => {
    expect(isDrawnPicture({ bytes: Buffer.alloc(1), sha256: '', mediaType: 'image/png' })).toBe(false)
  })
})
