import type { DocumentDetail } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { Section } from '../../../ui/section.tsx'
import { FileLink } from '../list/file-link.tsx'
import { spec, texts } from './detail.texts.ts'

type RelatedProps = { file: DocumentDetail; onOpen: ((id: DocumentId) => void) | undefined }

const row = 'min-w-0 truncate rounded-xs font-medium hover:underline'

/** Others of the same instance. */
export function Related({ file: { related_files }, onOpen }: RelatedProps) {
  const some = related_files.length > 0
  return (
    <Section title={texts.related} {...(some && { count: related_files.length })}>
      {some ? (
        <ul className="space-y-1.5">
          {related_files.map(({ id, name, type, task_name }) => (
            <li key={id} className="flex items-center gap-2.5 rounded-md border px-2.5 py-2">
              <FileGlyph contentType={type} size={22} />
              <span className="grid min-w-0 flex-1">
                {onOpen ? (
                  <button
                    type="button"
                    translate="no"
                    dir="auto"
                    onClick={() => onOpen(id)}
                    className={`${row} text-left`}
                  >
                    {name}
                  </button>
                ) : (
                  <FileLink document={{ id, name, deleted_at: null }} className={row} />
                )}
                {task_name && (
                  <span translate="no" className="truncate text-xs text-fg-3">
                    {task_name}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-fg-3">{spec.noRelated}</p>
      )}
    </Section>
  )
}
