import type { Document } from '@throughline/contracts/documents'
import type { RefObject } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { DateOf, DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { useEndInSight } from '../../../ui/use-end-in-sight.ts'
import { DocumentGlyphs } from '../parts/document-status.tsx'
import { FileLink } from './file-link.tsx'
import { FileActions, type FileHands } from './file-menu.tsx'

type PhoneListProps = {
  documents: readonly Document[]
  hands: FileHands
  current: string | undefined
  scroller: RefObject<HTMLElement | null>
  onNearEnd: () => void
}

/** Two lines for each, targets as high as a thumb. */
export function PhoneList({ documents, hands, current, scroller, onNearEnd }: PhoneListProps) {
  const end = useEndInSight(scroller, onNearEnd)
  return (
    <>
      <ul>
        {documents.map((document) => (
          <li
            key={document.id}
            data-row={document.id}
            className={cn(
              'relative flex min-h-16 items-center gap-3.5 border-b px-4 py-2.5',
              document.id === current && 'bg-accent-subtle',
            )}
          >
            <FileGlyph contentType={document.content_type} size={26} />
            <span className="min-w-0 flex-1">
              <FileLink document={document} className="row-target block truncate text-md font-medium" />
              <span className="mt-0.5 flex items-center gap-1.5 text-sm text-fg-2">
                {document.deleted_at ? (
                  <DeletedAgo at={document.deleted_at} />
                ) : (
                  <>
                    <DateOf at={document.updated_at} />
                    {document.client && (
                      <span translate="no" className="truncate">
                        · {document.client.name}
                      </span>
                    )}
                  </>
                )}
              </span>
            </span>
            {document.deleted_at ? (
              <span className="flex shrink-0">
                <FileActions document={document} hands={hands} />
              </span>
            ) : (
              <DocumentGlyphs document={document} size={17} />
            )}
          </li>
        ))}
      </ul>
      <div ref={end} aria-hidden className="h-px" />
    </>
  )
}
