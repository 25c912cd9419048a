import { File, FileImage, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'

type FileKind = 'image' | 'pdf' | 'word' | 'excel' | 'other'

/** Which of the specification's five kinds a file is, by its content type. */
export function fileKind(contentType: string): FileKind {
  const type = contentType.toLowerCase()
  if (type.startsWith('image/')) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (type.includes('word') || type.includes('opendocument.text')) return 'word'
  if (type.includes('excel') || type.includes('spreadsheet') || type === 'text/csv') return 'excel'
  return 'other'
}

const looks: Record<FileKind, { icon: LucideIcon; tone: string }> = {
  image: { icon: FileImage, tone: 'text-violet-fg' },
  pdf: { icon: FileText, tone: 'text-danger-fg' },
  word: { icon: FileText, tone: 'text-info-fg' },
  excel: { icon: FileSpreadsheet, tone: 'text-success-fg' },
  other: { icon: File, tone: 'text-fg-3' },
}

/** Decorative: the name beside it carries the ending. */
export function FileGlyph({ contentType, size = 18 }: { contentType: string; size?: number }) {
  const kind = fileKind(contentType)
  const { icon: Icon, tone } = looks[kind]
  return <Icon size={size} strokeWidth={1.7} aria-hidden data-kind={kind} className={cn('shrink-0', tone)} />
}
