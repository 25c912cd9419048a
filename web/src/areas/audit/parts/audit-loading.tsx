import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../audit.texts.ts'

const ROWS = ['w-40', 'w-56', 'w-48', 'w-64', 'w-44', 'w-52', 'w-60', 'w-40']

/** The columns without their words. */
export function AuditLoading() {
  return (
    <Loading label={texts.loading} className="divide-y">
      {ROWS.map((width, row) => (
        // The lines never change their order.
        <div key={`${row}-${width}`} className="flex h-10 items-center gap-8 px-4">
          <Skeleton className="h-3 w-14" />
          <Skeleton className="h-3 w-32" />
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </Loading>
  )
}
