import type { StoredVersion } from '../version.queries.ts'
import { readingOf } from './office/read-office.ts'
import { STEPS, type Step } from './steps.ts'

/** Beyond these a file is kept and served, and nothing is read from it. */
const PDF_BYTES = 100 * 1_048_576
const PICTURE_BYTES = 25 * 1_048_576

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

type Typed = Pick<StoredVersion, 'media_type' | 'name' | 'size'>

export const isPicture = ({ media_type, size }: Typed): boolean => PICTURES.has(media_type) && size <= PICTURE_BYTES
export const isPdf = ({ media_type, size }: Typed): boolean => media_type === 'application/pdf' && size <= PDF_BYTES
export const isText = ({ media_type, size }: Typed): boolean => media_type.startsWith('text/') && size > 0

const isDrawn = (version: Typed) => isPdf(version) || isPicture(version)
const isOffice = (version: Typed) => readingOf(version) !== undefined

const APPLIES: Record<Step, (version: Typed) => boolean> = {
  pages: isPdf,
  thumbnail: isDrawn,
  text: (version) => isText(version) || isPdf(version) || isOffice(version),
  ocr: isDrawn,
  preview: isOffice,
}

/** Files of this kind have none of the others. */
export const stepsFor = (version: Typed): Step[] => STEPS.filter((step) => APPLIES[step](version))
