import type { Document } from '@throughline/contracts/documents'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DateOf, DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { DocumentGlyphs } from '../parts/document-status.tsx'
import { FileLink } from './file-link.tsx'
import { FileActions, type FileHandlers } from './file-menu.tsx'

type PhoneListProps = { list: List<Document>; handlers: FileHandlers }

/** Two lines for each, targets as high as a thumb. */
export function PhoneList({ list, handlers }: PhoneListProps) {
  return (
    <>
      <ul>
        {list.rows.map((document) => (
          <li
            key={document.id}
            data-row={document.id}
            className={cn(
              'relative flex min-h-16 items-center gap-3.5 border-b px-4 py-2.5',
              document.id === list.current && 'bg-accent-subtle',
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
                <FileActions document={document} handlers={handlers} />
              </span>
            ) : (
              <DocumentGlyphs document={document} size={17} />
            )}
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}
