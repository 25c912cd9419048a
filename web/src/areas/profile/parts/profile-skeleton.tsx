import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../profile.texts.ts'

/** The cards without their words. */
export function ProfileSkeleton() {
  return (
    <Loading label={texts.loading} className="min-h-0 flex-1 bg-board">
      <div className="mx-auto grid max-w-280 items-start gap-5 px-4 py-6 min-[760px]:px-6 min-[900px]:grid-cols-[272px_minmax(0,1fr)]">
        <Card className="grid h-72 place-items-center">
          <Skeleton round className="size-24" />
        </Card>
        <div className="space-y-5">
          <Card className="space-y-5 p-5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-72" />
          </Card>
          <Card className="space-y-7 p-5">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-80" />
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-72" />
          </Card>
        </div>
      </div>
    </Loading>
  )
}
