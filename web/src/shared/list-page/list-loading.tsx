import { cn } from '../../ui/cn.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

export type ListShape = 'rows' | 'cards' | 'columns'

export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-3 p-4'

const ROWS = Array.from({ length: 12 }, (_, row) => row)
const NAMES = ['w-40', 'w-56', 'w-48', 'w-64', 'w-44']

/** Keeps the shape of what comes. */
export function ListLoading({ label, shape = 'rows' }: { label: string; shape?: ListShape }) {
  return (
    <Loading label={label} className={cn('min-h-0 flex-1 overflow-hidden', shape !== 'rows' && 'bg-board')}>
      {shape === 'rows' && <LoadingRows />}
      {shape === 'cards' && <LoadingCards count={6} className={cardGrid} />}
      {shape === 'columns' && (
        <div className="flex h-full gap-3 p-4">
          {ROWS.slice(0, 5).map((column) => (
            <div key={column} className="min-w-54 flex-1">
              <Skeleton round className="mb-3 h-3 w-24" />
              <LoadingCards count={3} className="space-y-2" />
            </div>
          ))}
        </div>
      )}
    </Loading>
  )
}

function LoadingRows() {
  return (
    <>
      <div className="h-9 border-b bg-surface-2" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-(--row-height) items-center gap-4 border-b px-4">
          <Skeleton className="size-4" />
          <Skeleton round className={cn('h-3', NAMES[row % NAMES.length])} />
          <span className="flex-1" />
          <Skeleton round className="h-3 w-20" />
          <Skeleton round className="h-3 w-32 max-[759px]:hidden" />
          <Skeleton round className="h-3 w-16 max-[759px]:hidden" />
        </div>
      ))}
    </>
  )
}

function LoadingCards({ count, className }: { count: number; className: string }) {
  return (
    <div className={className}>
      {ROWS.slice(0, count).map((card) => (
        <div key={card} className="card rounded-lg border bg-card p-4 shadow-xs">
          <Skeleton round className="h-3 w-24" />
          <Skeleton round className="mt-4 h-3.5 w-4/5" />
          <Skeleton round className="mt-3 h-2.5 w-11/12" />
          <Skeleton round className="mt-5 h-2.5 w-1/2" />
        </div>
      ))}
    </div>
  )
}
