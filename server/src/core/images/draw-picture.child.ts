import sharp from 'sharp'
import { HEAD_BYTES } from './drawn-head.ts'

const SECONDS = 10
/** A file of a few kilobytes can claim any size; beyond this its pixels are never unpacked. */
const MAX_PIXELS = 50_000_000
/** At which photographs look like themselves at a tenth of a PNG's weight. */
const WEBP_QUALITY = 80
const [file = '', sides = '', colours = '', format = ''] = process.argv.slice(2)

sharp.cache(false)
sharp.concurrency(1)
// By the bytes, whatever they are called: no other reader is ever reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})

/** The first frame, upright, no larger each way than asked for, without anything that was written into the file. */
async function draw(side: number): Promise<Buffer> {
  const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace(colours)
  const written = format === 'webp' ? picture.webp({ quality: WEBP_QUALITY }) : picture.png({ compressionLevel: 9 })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  const head = Buffer.alloc(HEAD_BYTES)
  for (const [at, value] of [info.width, info.height, data.length].entries()) head.writeUInt32BE(value, at * 4)
  return Buffer.concat([head, data])
}

for (const side of sides.split(',')) process.stdout.write(await draw(Number(side)))
