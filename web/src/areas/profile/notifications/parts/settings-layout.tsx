import type { ReactNode } from 'react'
import { Card } from '../../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx'
import { texts } from '../notifications.texts.ts'

const grid =
  'mx-auto grid max-w-280 items-start gap-5 px-4 py-6 min-[760px]:px-6 min-[1100px]:grid-cols-[minmax(0,1fr)_300px]'

export const SettingsLayout = ({ children, rail }: { children: ReactNode; rail: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto bg-board">
    <div className={grid}>
      <div className="min-w-0 space-y-5">{children}</div>
      <div className="min-w-0 space-y-5">{rail}</div>
    </div>
  </div>
)

export const SettingsSkeleton = () => (
  <Loading label={texts.loading} className="min-h-0 flex-1 bg-board">
    <div className={grid}>
      <Card className="space-y-6 p-5">
        {['w-40', 'w-72', 'w-64', 'w-80', 'w-60', 'w-72'].map((width, index) => (
          <Skeleton key={`${width} ${index}`} className={`h-4 ${width}`} />
        ))}
      </Card>
      <Card className="h-40 p-5">
        <Skeleton className="h-4 w-40" />
      </Card>
    </div>
  </Loading>
)
