import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec } from './templates.texts.ts'

const CARDS = Array.from({ length: 12 }, (_, place) => place)

export function TemplatesLoading() {
  return (
    <Loading
      label={spec.loading}
      className="grid min-h-0 flex-1 grid-cols-[repeat(auto-fill,minmax(264px,1fr))] content-start gap-3 overflow-hidden bg-board p-4"
    >
      {CARDS.map((card) => (
        <div key={card} className="h-60 overflow-hidden rounded-lg border bg-card">
          <div className="h-24 border-b bg-board" />
          <div className="space-y-2.5 p-3.5">
            <Skeleton className="h-4 w-16" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
