import { FolderOpen, SearchX, Trash2, Upload } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { spec, texts } from '../documents.texts.ts'
import { filtersIn } from './files-asked.ts'
import { type FilesSearch } from './files-search.ts'

const words = texts.empty

type NothingProps = {
  search: FilesSearch
  onClear: () => void
  /** Absent for whoever may not. */
  onUpload: (() => void) | undefined
}

/** Said aloud when it comes, as after a search without a match. */
export function Nothing({ search, onClear, onUpload }: NothingProps) {
  const filtered = filtersIn(search) > 0
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className="grid flex-1 place-items-center p-6 pb-24">
      {search.trash && !filtered ? (
        <Empty icon={Trash2} title={words.trash} hint={words.trashHint} />
      ) : (
        <div className="w-full max-w-130 rounded-xl border border-dashed border-line-strong px-6">
          <Empty
            icon={filtered ? SearchX : FolderOpen}
            title={filtered ? words.found : spec.none}
            hint={reasonOf(search, filtered, onUpload !== undefined)}
            action={
              <>
                {onUpload && !search.trash && !filtered && (
                  <Button variant="primary" icon={Upload} onClick={onUpload}>
                    {texts.uploadDocuments}
                  </Button>
                )}
                {filtered && (
                  <Button variant="primary" onClick={onClear}>
                    {texts.clear}
                  </Button>
                )}
              </>
            }
          />
        </div>
      )}
    </div>
  )
}

function reasonOf({ q }: FilesSearch, filtered: boolean, mayUpload: boolean) {
  if (q) return words.search(q)
  if (filtered) return words.filtered
  return mayUpload ? words.hint : words.readOnly
}
