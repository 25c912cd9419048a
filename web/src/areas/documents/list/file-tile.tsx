import type { Document } from '@throughline/contracts/documents'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { cn } from '../../../ui/cn.ts'
import { DocumentGlyphs } from '../parts/document-status.tsx'
import { FileLink } from './file-link.tsx'

type FileTileProps = { document: Document; current: boolean; status?: boolean }

/** A card: the whole of it opens the document. */
export function FileTile({ document, current, status = true }: FileTileProps) {
  const { id, content_type, client, size } = document
  return (
    <li
      data-row={id}
      className={cn(
        'relative flex items-center gap-2.5 rounded-md border bg-card px-2.5 py-2 shadow-xs max-[759px]:min-h-14',
        current ? 'border-accent bg-accent-subtle' : 'hover:border-line-strong',
      )}
    >
      <FileGlyph contentType={content_type} size={24} />
      <span className="min-w-0 flex-1">
        <FileLink document={document} className="row-target line-clamp-2 font-medium break-words" />
        <span translate="no" className="block truncate text-xs text-fg-3">
          {[client?.name, sizeText(size)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {status && <DocumentGlyphs document={document} />}
    </li>
  )
}
