import { PICTURE_BYTES } from '@throughline/contracts/org'
import { spec } from '../org.texts.ts'
import { texts } from '../profile/logo.texts.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/gif']
export const ACCEPT = TYPES.join(',')

/** A file that the browser can draw, until it is let go. */
export type Picture = { file: File; image: HTMLImageElement; release: () => void }

/** Why a file is no logo, judged before anything is drawn or sent. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return spec.logoType
  return size >= PICTURE_BYTES ? spec.logoSize : undefined
}

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

/** As the product writes sizes, base 1024: "640 B", "1.8 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), texts.units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${texts.units[power]}`
}
