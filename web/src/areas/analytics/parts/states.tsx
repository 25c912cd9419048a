import { Link } from '@tanstack/react-router'
import { ChartColumn, FlaskConical, Rocket, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec, texts } from '../analytics.texts.ts'
import { ChartCard, NothingShown } from './chart-card.tsx'

const METRICS = [spec.active, spec.automation, spec.overdue, spec.clientOnTime]
const box = 'rounded-lg border bg-card shadow-xs'

export const LoadingFigures = () => (
  <Loading label={spec.loading}>
    <div className="grid grid-cols-4 gap-3 @max-[860px]:grid-cols-2">
      {METRICS.map((title) => (
        <div key={title} className={`${box} px-4 py-3.5`}>
          <p className="text-sm text-fg-2">{title}</p>
          <Skeleton className="mt-3 h-7 w-16" />
          <Skeleton className="mt-3 h-3 w-32" />
        </div>
      ))}
    </div>
    <div className={`${box} mt-3 p-4`}>
      <p className="text-md font-semibold">{spec.health}</p>
      {['w-18', 'w-13', 'w-15', 'w-11', 'w-14'].map((width) => (
        <div key={width} className="mt-4 flex gap-6">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-10" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
    <div className="mt-3 grid grid-cols-2 gap-3 @max-[900px]:grid-cols-1">
      {[spec.performance, spec.automations].map((title) => (
        <div key={title} className={`${box} p-4`}>
          <p className="text-md font-semibold">{title}</p>
          {['w-11/12', 'w-3/4', 'w-1/2', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={`mt-4 h-4 ${width}`} />
          ))}
        </div>
      ))}
    </div>
    <p aria-hidden className="mt-6 text-center text-fg-3">
      {spec.loading}
    </p>
  </Loading>
)

export const LoadingSteps = () => (
  <Loading label={spec.loading}>
    <Skeleton className="h-20 rounded-lg" />
    <div className="mt-10 grid grid-cols-4 gap-8">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-18 rounded-md" />
      ))}
    </div>
    <p aria-hidden className="mt-6 text-center text-fg-3">
      {spec.loading}
    </p>
  </Loading>
)

const NOTHING = [
  [spec.performance, spec.none.performance],
  [spec.automations, spec.none.automations],
  [spec.slow, spec.none.slow],
  [spec.issues, spec.none.issues],
] as const

/** Before anything was done. */
export const NoFigures = ({ metrics }: { metrics: ReactNode }) => (
  <>
    {metrics}
    <ChartCard title={spec.health} className="mt-3">
      <Empty
        icon={Rocket}
        title={spec.none.health}
        hint={texts.emptyHint}
        action={
          <Link to="/all-instances" search={{ panel: 'add' }} className={buttonClass({ variant: 'primary' })}>
            {texts.startInstance}
          </Link>
        }
      />
    </ChartCard>
    <div className="mt-3 grid grid-cols-2 gap-3 @max-[900px]:grid-cols-1">
      {NOTHING.map(([title, none]) => (
        <ChartCard key={title} title={title}>
          <NothingShown>{none}</NothingShown>
        </ChartCard>
      ))}
    </div>
  </>
)

type RetryProps = { busy: boolean; onRetry: () => void }

const Retry = ({ busy, onRetry }: RetryProps) => (
  <Button size="sm" busy={busy} onClick={onRetry}>
    {spec.tryAgain}
  </Button>
)

export const StaleBanner = ({ time, ...retry }: RetryProps & { time: string }) => (
  <Banner tone="info" icon={WifiOff} title={texts.stale(time)} action={<Retry {...retry} />} className="mb-3">
    {texts.staleNote(time)}
  </Banner>
)

export const SampleBanner = (retry: RetryProps) => (
  <Banner tone="warning" icon={FlaskConical} title={spec.sample} action={<Retry {...retry} />} className="mb-3">
    {texts.sampleNote}
  </Banner>
)

export const Refused = () => (
  <div role="alert" className="grid flex-1 place-items-center pb-24">
    <Empty icon={ChartColumn} title={texts.refused} hint={texts.refusedHint} />
  </div>
)
