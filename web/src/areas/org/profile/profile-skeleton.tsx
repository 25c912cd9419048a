import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../org.texts.ts'
import { Columns } from './frame.tsx'

const lines = (count: number) =>
  // oxlint-disable-next-line react/no-array-index-key -- shapes, always the same
  Array.from({ length: count }, (_, row) => <Skeleton key={row} className="h-3 w-3/5" />)

export function ProfileSkeleton() {
  return (
    <Loading label={texts.loading}>
      <Columns
        main={
          <>
            <Card>
              <div className="flex gap-5 border-b p-5">
                <Skeleton className="size-18 rounded-xl" />
                <div className="flex-1 space-y-3 pt-1">
                  <Skeleton className="h-5 w-48" />
                  {lines(2)}
                </div>
              </div>
              <div className="grid grid-cols-2 gap-5 p-5">{lines(4)}</div>
            </Card>
            <Card>
              <div className="space-y-5 p-5">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-12 w-full" />
                {lines(3)}
              </div>
            </Card>
          </>
        }
        rail={
          <Card>
            <div className="space-y-4 p-5">{lines(5)}</div>
          </Card>
        }
      />
    </Loading>
  )
}
