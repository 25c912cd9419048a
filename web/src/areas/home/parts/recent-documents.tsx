import { Link } from '@tanstack/react-router'
import type { Document } from '@throughline/contracts/documents'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'

/** The newest that the person may see; each opens beside the files. */
export function RecentDocuments({ documents, zone }: { documents: readonly Document[]; zone: string }) {
  const now = useNow()
  return (
    <ul className="-mx-2">
      {documents.map(({ id, name, content_type, uploaded_by, uploaded_at }) => (
        <li key={id} className="relative flex min-h-11 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-surface-2">
          <FileGlyph contentType={content_type} />
          <span className="min-w-0 flex-1">
            <Link to="/files" search={{ file: id }} translate="no" dir="auto" className="row-target block truncate">
              {name}
            </Link>
            <span translate="no" className="block truncate text-xs text-fg-3">
              {uploaded_by && `${uploaded_by.name} · `}
              {momentText(uploaded_at, zone, now)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
