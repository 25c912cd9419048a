/** The window in which a picture is moved, the square that is kept of it, and how far one can zoom. */
export const VIEW = 320
export const SQUARE = 240
export const MAX_ZOOM = 4
const OUTPUT = 512

export type Size = { width: number; height: number }
/** Where the picture's middle stands, away from the square's middle, and how large it is drawn: 1 just fills the square. */
export type Crop = { x: number; y: number; zoom: number }

export const START: Crop = { x: 0, y: 0, zoom: 1 }

export function drawnSize({ width, height }: Size, zoom: number): Size {
  const scale = (SQUARE / Math.min(width, height)) * zoom
  return { width: width * scale, height: height * scale }
}

const between = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit)

/** The picture always covers the whole square. */
export function kept(size: Size, { x, y, zoom }: Crop): Crop {
  const inRange = Math.min(Math.max(zoom, 1), MAX_ZOOM)
  const { width, height } = drawnSize(size, inRange)
  return { x: between(x, (width - SQUARE) / 2), y: between(y, (height - SQUARE) / 2), zoom: inRange }
}

export const moved = (size: Size, crop: Crop, dx: number, dy: number) =>
  kept(size, { ...crop, x: crop.x + dx, y: crop.y + dy })

/** What is in the middle of the square stays there. */
export function zoomed(size: Size, crop: Crop, zoom: number) {
  const ratio = Math.min(Math.max(zoom, 1), MAX_ZOOM) / crop.zoom
  return kept(size, { x: crop.x * ratio, y: crop.y * ratio, zoom: crop.zoom * ratio })
}

/** The part of the original that the square shows. */
export function source(size: Size, crop: Crop) {
  const drawn = drawnSize(size, crop.zoom)
  const scale = size.width / drawn.width
  return {
    x: ((drawn.width - SQUARE) / 2 - crop.x) * scale,
    y: ((drawn.height - SQUARE) / 2 - crop.y) * scale,
    side: SQUARE * scale,
  }
}

export async function cropImage(picture: HTMLImageElement, crop: Crop): Promise<Blob> {
  const { x, y, side } = source({ width: picture.naturalWidth, height: picture.naturalHeight }, crop)
  const canvas = document.createElement('canvas')
  canvas.width = OUTPUT
  canvas.height = OUTPUT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, x, y, side, side, 0, 0, OUTPUT, OUTPUT)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot write pictures'))),
      'image/png',
    )
  })
}

/** A file that the browser can draw, until it is let go. */
export type Picture = { file: File; image: HTMLImageElement; release: () => void }

/** Null for a file that only pretends to be a picture. */
export async function readPicture(file: File): Promise<Picture | null> {
  const url = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(url)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return { file, image, release }
  } catch {
    release()
    return null
  }
}
