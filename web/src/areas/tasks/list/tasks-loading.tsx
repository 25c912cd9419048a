import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec } from '../tasks.texts.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const COLUMNS = ['a', 'b', 'c', 'd', 'e']
const CARDS = ['a', 'b', 'c']

/** The shapes of what will stand there. */
export function TasksLoading({ board }: { board: boolean }) {
  return (
    <Loading label={spec.loading} className="min-h-0 flex-1 overflow-hidden">
      {board ? <BoardShapes /> : <ListShapes />}
    </Loading>
  )
}

function ListShapes() {
  return (
    <>
      <div className="h-9 border-b bg-surface-2" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-(--row-height) items-center gap-4 border-b px-4">
          <Skeleton className="size-4" />
          <Skeleton round className="h-3 w-20 max-[759px]:hidden" />
          <Skeleton round className="h-3 w-64 flex-1" />
          <Skeleton round className="h-3 w-24" />
          <Skeleton round className="h-3 w-16 max-[759px]:hidden" />
          <Skeleton round className="h-3 w-32 max-[1179px]:hidden" />
        </div>
      ))}
    </>
  )
}

function BoardShapes() {
  return (
    <div className="flex h-full gap-2 bg-board px-3 pt-3">
      {COLUMNS.map((column) => (
        <div key={column} className="min-w-[216px] flex-1 space-y-2 px-2">
          <Skeleton round className="mb-3 h-3 w-24" />
          {CARDS.map((card) => (
            <div key={card} className="rounded-md border bg-card p-3 shadow-xs">
              <Skeleton round className="h-2.5 w-20" />
              <Skeleton round className="mt-3 h-3 w-11/12" />
              <Skeleton round className="mt-3 h-2.5 w-4/5" />
              <Skeleton round className="mt-5 h-2.5 w-1/2" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
