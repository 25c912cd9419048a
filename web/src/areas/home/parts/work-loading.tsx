import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../home.texts.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export function WorkLoading() {
  return (
    <Loading label={texts.loading} className="max-[759px]:px-4">
      <Skeleton round className="mt-1 h-2.5 w-16" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 max-[759px]:h-16">
          <Skeleton round className="size-4 shrink-0" />
          <Skeleton round className="h-3 w-1/2" />
          <span className="flex-1" />
          <Skeleton round className="h-3 w-20" />
        </div>
      ))}
    </Loading>
  )
}
