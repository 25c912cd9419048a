import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../teams.texts.ts'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']

export function TeamsLoading() {
  return (
    <Loading label={texts.loading} className="@container min-h-0 flex-1 overflow-hidden bg-board p-4">
      <div className="grid gap-3 @min-[560px]:grid-cols-2 @min-[940px]:grid-cols-3">
        {CARDS.map((card) => (
          <div key={card} className="card flex min-h-36 flex-col rounded-lg border bg-card p-4 shadow-xs">
            <Skeleton round className="mt-1.5 h-3 w-36" />
            <Skeleton round className="mt-4 h-2.5 w-4/5" />
            <div className="mt-auto flex gap-1 pt-3">
              <Skeleton round className="size-6.5" />
              <Skeleton round className="size-6.5" />
              <Skeleton round className="size-6.5" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
