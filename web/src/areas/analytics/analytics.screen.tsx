import { useQuery } from '@tanstack/react-query'
import type { Overview } from '@throughline/contracts/analytics'
import { TIME_RANGES } from '@throughline/contracts/analytics-lists'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { readCounted } from '@throughline/contracts/counted-figures'
import type { WorkflowId } from '@throughline/contracts/ids'
import { CircleAlert, Download } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { isId } from '../../shared/address-params.ts'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { momentWithin } from '../../shared/format/moments.ts'
import { useNow } from '../../shared/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { saveFile } from '../../ui/save-file.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { WorkflowFilter } from '../instances/parts/choice-filters.tsx'
import { InvalidAnswer, overviewQuery } from './analytics.api.ts'
import { spec, texts } from './analytics.texts.ts'
import type { AnalyticsAddress } from './analytics-address.ts'
import { KEPT_FIGURES } from './kept-key.ts'
import { csvOf } from './overview-csv.ts'
import { CountedPanel } from './parts/counted-panel.tsx'
import { DeadFigures } from './parts/figure.tsx'
import { OverviewBody } from './parts/overview-body.tsx'
import { PeriodStrip, Strip } from './parts/period-strip.tsx'
import { Scroll } from './parts/scroll.tsx'
import { LoadingFigures, Refused, SampleBanner, StaleBanner } from './parts/states.tsx'
import { SAMPLE } from './sample.ts'
import { useAnalyticsAddress, useClosePanel } from './use-analytics-address.ts'

export function AnalyticsScreen() {
  const user = useCurrentUser()
  if (!user)
    return (
      <Whole>
        <ErrorBlock icon={CircleAlert} title={spec.failed} hint={spec.noUser} />
      </Whole>
    )
  if (!can(user, 'analytics.view'))
    return (
      <Whole>
        <Refused />
      </Whole>
    )
  return <Analytics user={user} />
}

/** Where no figures can be shown at all. */
const Whole = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full flex-col">
    <ScreenHeader title={spec.title} />
    <div className="grid flex-1 place-items-center pb-24">{children}</div>
  </div>
)

type Owner = Pick<CurrentUser, 'id' | 'tenant_id'>

/** One place for each range, so that the browser never keeps more than three answers. */
const placeOf = ({ id, tenant_id }: Owner, { range }: AnalyticsAddress) =>
  `${KEPT_FIGURES}${id}.${tenant_id}.${range ?? 'month'}`

const filterOf = ({ hours, workflow }: AnalyticsAddress) => JSON.stringify([hours ?? null, workflow ?? null])

const isOverview = (value: unknown): value is Overview =>
  typeof value === 'object' && value !== null && 'as_of' in value && 'summary' in value && 'health' in value

const keepFigures = (owner: Owner, address: AnalyticsAddress, figures: Overview) =>
  writeStored(placeOf(owner, address), JSON.stringify({ filter: filterOf(address), figures }))

/** The last good answer to the same question. */
function keptFigures(owner: Owner, address: AnalyticsAddress): Overview | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(placeOf(owner, address)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('filter' in kept) || !('figures' in kept)) return undefined
    return kept.filter === filterOf(address) && isOverview(kept.figures) ? kept.figures : undefined
  } catch {
    return undefined
  }
}

/** The figures that can be shown now, and how they came about. */
function useFigures(user: CurrentUser, address: AnalyticsAddress) {
  const query = useQuery(overviewQuery(address))
  const { data, isError, error } = query
  useEffect(() => {
    if (data) keepFigures(user, address, data)
  }, [user, address, data])
  const older = isError ? (data ?? keptFigures(user, address)) : undefined
  const state: 'loading' | 'fresh' | 'stale' | 'sample' | 'refused' | 'invalid' = !isError
    ? data
      ? 'fresh'
      : 'loading'
    : // Before older figures: who may not see them any more is shown none.
      error instanceof ApiError && error.status === 403
      ? 'refused'
      : older
        ? 'stale'
        : error instanceof InvalidAnswer
          ? 'invalid'
          : 'sample'
  return { query, state, figures: isError ? older : data }
}

function Analytics({ user }: { user: CurrentUser }) {
  const place = useAnalyticsAddress()
  const now = useNow()
  const { address, change } = place
  const { query, state, figures } = useFigures(user, address)
  const close = useClosePanel(place)
  const { refetch, isFetching } = query
  const refresh = () => void refetch()
  useKeys(refetch)
  const { range = 'month', hours = 'all', workflow } = address
  if (state === 'refused' || state === 'invalid')
    return <Whole>{state === 'refused' ? <Refused /> : <Unreadable busy={isFetching} onRetry={refresh} />}</Whole>
  const counted = figures && readCounted(address.open)
  const known = figures?.health.find((row) => row.workflow.id === workflow)?.workflow.name
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={spec.title}>
        <Segmented
          label={texts.range}
          value={range}
          onChange={(next) => change({ range: next === 'month' ? undefined : next, open: undefined })}
          items={TIME_RANGES.map((value) => ({ value, label: spec.ranges[value] }))}
        />
        <Button icon={Download} disabled={!figures} onClick={() => figures && exportFigures(figures)}>
          {texts.export}
        </Button>
      </ScreenHeader>
      {state === 'sample' ? (
        <Strip>{texts.sampleStrip}</Strip>
      ) : (
        <PeriodStrip
          range={range}
          period={figures}
          hours={hours}
          onHours={(next) => change({ hours: next === 'all' ? undefined : next, open: undefined })}
          busy={isFetching}
          onRefresh={refresh}
        >
          <WorkflowFilter
            value={workflow}
            knownName={known}
            onChange={(id) => change({ workflow: isId<WorkflowId>(id) ? id : undefined, open: undefined })}
          />
        </PeriodStrip>
      )}
      <div className="@container relative flex min-h-0 flex-1 overflow-hidden">
        <Scroll label={spec.title}>
          {state === 'sample' && <SampleBanner busy={isFetching} onRetry={refresh} />}
          {state === 'stale' && figures && (
            <StaleBanner
              time={momentWithin(figures.as_of, figures.time_zone, now)}
              busy={isFetching}
              onRetry={refresh}
            />
          )}
          {state === 'loading' && <LoadingFigures />}
          {figures && <OverviewBody figures={figures} address={address} />}
          {state === 'sample' && (
            <DeadFigures value>
              <OverviewBody figures={SAMPLE} address={{}} />
            </DeadFigures>
          )}
        </Scroll>
        {counted && <CountedPanel key={address.open} counted={counted} figures={figures} onClose={close} />}
      </div>
    </div>
  )
}

/** An answer came, and not in the form in which figures come. */
function Unreadable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <ErrorBlock
      icon={CircleAlert}
      title={spec.failed}
      hint={spec.invalid}
      retryLabel={spec.tryAgain}
      retrying={busy}
      onRetry={onRetry}
    />
  )
}

function useKeys(refetch: () => unknown) {
  usePageKeys(useMemo(() => [{ key: 'r', label: texts.refresh, act: () => void refetch() }], [refetch]))
}

const exportFigures = (figures: Overview) =>
  saveFile(new Blob([csvOf(figures)], { type: 'text/csv;charset=utf-8' }), texts.exportName(figures.from, figures.to))
