import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec } from '../instances.texts.ts'

/** Shaped like the page. */
export function InstanceLoading() {
  return (
    <Loading label={spec.loadingOne} className="h-full overflow-hidden">
      <div className="space-y-2.5 px-6 pt-5 pb-4">
        <Skeleton className="h-3 w-80" />
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-3 w-96" />
      </div>
      <div className="flex gap-8 border-y bg-surface-2 px-6 py-4">
        {['status', 'priority', 'progress', 'due', 'running'].map((name) => (
          <div key={name} className="space-y-2">
            <Skeleton className="h-2.5 w-12" />
            <Skeleton className="h-3 w-24" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-4 gap-10 border-b bg-board px-6 py-16">
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} className="h-15 rounded-md" />
        ))}
      </div>
      <div className="space-y-4 px-6 py-6">
        <Skeleton className="h-3 w-72" />
        <Skeleton className="h-3 w-56" />
      </div>
    </Loading>
  )
}
