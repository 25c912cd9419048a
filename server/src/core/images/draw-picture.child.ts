import sharp from 'sharp'

const SECONDS = 10
/** A file of a few kilobytes can claim any size; beyond this its pixels are never unpacked. */
const MAX_PIXELS = 50_000_000
const [file = '', side = '', colours = ''] = process.argv.slice(2)

sharp.cache(false)
sharp.concurrency(1)
// By the bytes, whatever they are called: no other reader is ever reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})

/** The first frame, upright, no larger each way than asked for, without anything that was written into the file. */
const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  .timeout({ seconds: SECONDS })
  .autoOrient()
  .resize(Number(side), Number(side), { fit: 'inside', withoutEnlargement: true })
  .toColourspace(colours)
process.stdout.write(await picture.png({ compressionLevel: 9 }).toBuffer())
