import { fileKind } from '../../../shared/file-glyph.tsx'
import { spec, texts } from './preview.texts.ts'

const isPresentation = (type: string) => type.includes('powerpoint') || type.includes('presentation')

/** The specification's word for a kind of file, else one that people use. */
export function typeLabel(contentType: string): string {
  const type = contentType.toLowerCase()
  const kind = fileKind(type)
  if (kind === 'image') return spec.types.image
  if (kind === 'pdf') return spec.types.pdf
  if (kind === 'excel') return spec.types.spreadsheet
  if (isPresentation(type)) return spec.types.presentation
  if (kind === 'word' || type === 'application/rtf') return spec.types.document
  const subtype = type.split('/')[1] ?? ''
  if (subtype === 'plain') return texts.plainText
  // A registered name such as vnd.oasis.… says nothing to a person.
  return /^[a-z0-9]{2,8}$/.test(subtype) ? subtype.toUpperCase() : texts.otherFile
}
