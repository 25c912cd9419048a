import { FolderOpen, SearchX, Trash2, Upload } from 'lucide-react'
import { ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { spec, texts } from '../documents.texts.ts'
import { filtersIn } from './files-filter.ts'
import { type FilesSearch } from './files-search.ts'

const emptyTexts = texts.empty

type NothingProps = {
  search: FilesSearch
  onClear: () => void
  /** Absent for whoever may not. */
  onUpload: (() => void) | undefined
}

export function FilesEmpty({ search, onClear, onUpload }: NothingProps) {
  const filtered = filtersIn(search) > 0
  if (search.trash && !filtered) return <ListEmpty icon={Trash2} title={emptyTexts.trash} hint={emptyTexts.trashHint} />
  const upload = onUpload && !search.trash && (
    <Button variant="primary" icon={Upload} onClick={onUpload}>
      {texts.uploadDocuments}
    </Button>
  )
  const clear = (
    <Button variant="primary" onClick={onClear}>
      {texts.clear}
    </Button>
  )
  return (
    <ListEmpty
      icon={filtered ? SearchX : FolderOpen}
      title={filtered ? emptyTexts.found : spec.none}
      hint={reasonOf(search, filtered, onUpload !== undefined)}
      action={filtered ? clear : upload}
      className="p-6 *:w-full *:max-w-130 *:rounded-xl *:border *:border-dashed *:border-line-strong *:px-6"
    />
  )
}

function reasonOf({ q }: FilesSearch, filtered: boolean, mayUpload: boolean) {
  if (q) return emptyTexts.search(q)
  if (filtered) return emptyTexts.filtered
  return mayUpload ? emptyTexts.hint : emptyTexts.readOnly
}
