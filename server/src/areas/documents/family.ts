import type { DocumentFamily } from '@throughline/contracts/documents'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN = 'application/vnd.oasis.opendocument.'

const SPREADSHEETS = ['application/vnd.ms-excel', `${OFFICE}spreadsheetml`, `${OPEN}spreadsheet`, 'text/csv']
const DOCUMENTS = [
  'application/pdf',
  'application/msword',
  'application/rtf',
  'application/vnd.ms-powerpoint',
  `${OFFICE}wordprocessingml`,
  `${OFFICE}presentationml`,
  `${OPEN}text`,
  `${OPEN}presentation`,
  'text/',
]

const begins = (type: string, beginnings: readonly string[]) => beginnings.some((one) => type.startsWith(one))

/** By the type that was found in the bytes. */
export function familyOf(mediaType: string): DocumentFamily {
  if (mediaType.startsWith('image/')) return 'image'
  if (begins(mediaType, SPREADSHEETS)) return 'spreadsheet'
  return begins(mediaType, DOCUMENTS) ? 'document' : 'other'
}

/** What a browser shows without running anything: never SVG or HTML. */
const SHOWN = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'application/pdf',
  'text/plain',
])
export const canBeShown = (mediaType: string): boolean => SHOWN.has(mediaType)
