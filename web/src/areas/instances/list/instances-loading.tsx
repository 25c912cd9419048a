import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../instances.texts.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function InstancesLoading() {
  return (
    <Loading label={texts.loading} className="min-h-0 flex-1 overflow-hidden">
      <div className="h-9 border-b bg-surface-2" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-12 items-center gap-4 border-b px-4">
          <Skeleton className="size-4" />
          <span className="flex-1">
            <Skeleton round className="h-3 w-44" />
            <Skeleton round className="mt-1.5 h-2.5 w-28" />
          </span>
          <Skeleton round className="h-3 w-20" />
          <Skeleton round className="h-1.5 w-32" />
          <Skeleton round className="h-3 w-40 max-[1024px]:hidden" />
          <Skeleton round className="h-3 w-14" />
        </div>
      ))}
    </Loading>
  )
}
