import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../documents.texts.ts'
import type { FilesView } from './files-search.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
const COLUMNS = ROWS.slice(0, 5)
const CARDS = ROWS.slice(0, 3)

/** Keeps the shape of what comes. */
export function FilesLoading({ view }: { view: FilesView }) {
  if (view === 'list' || view === 'timeline')
    return (
      <Loading label={texts.loading} className="min-h-0 flex-1 overflow-hidden">
        <div className="h-9 border-b bg-surface-2" />
        {ROWS.map((row, index) => (
          <div key={row} className="flex h-(--row-height) items-center gap-3 border-b px-4">
            <Skeleton className="size-4" />
            <Skeleton className="h-5 w-4" />
            <Skeleton round className={index % 3 === 0 ? 'h-3 w-[44%]' : 'h-3 w-[34%]'} />
            <span className="flex-1" />
            <Skeleton round className="h-3 w-28 max-[759px]:hidden" />
            <Skeleton round className="h-3 w-16 max-[759px]:hidden" />
            <Skeleton round className="h-3 w-20" />
          </div>
        ))}
      </Loading>
    )
  return (
    <Loading label={texts.loading} className="flex min-h-0 flex-1 gap-3 overflow-hidden bg-board p-4">
      {COLUMNS.map((column) => (
        <div key={column} className="w-56 shrink-0 space-y-2">
          <Skeleton round className="mb-3 h-3 w-28" />
          {CARDS.map((card) => (
            <Skeleton key={card} className="h-15 rounded-md" />
          ))}
        </div>
      ))}
    </Loading>
  )
}
