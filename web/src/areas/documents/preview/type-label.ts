import { fileKind } from '../../../shared/file-glyph.tsx'
import { spec } from './preview.texts.ts'

const isPresentation = (type: string) => type.includes('powerpoint') || type.includes('presentation')

/** The specification's word for a kind of file. */
export function typeLabel(contentType: string): string {
  const type = contentType.toLowerCase()
  const kind = fileKind(type)
  if (kind === 'image') return spec.types.image
  if (kind === 'pdf') return spec.types.pdf
  if (kind === 'excel') return spec.types.spreadsheet
  if (isPresentation(type)) return spec.types.presentation
  if (kind === 'word' || type === 'application/rtf') return spec.types.document
  return (type.split('/')[1] ?? type).toUpperCase()
}
