import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { WorkflowAnalytics } from '@throughline/contracts/analytics'
import { MIN_CASES, TIME_RANGES } from '@throughline/contracts/analytics-lists'
import { ApiError } from '@throughline/contracts/client'
import { countedIn, readCounted } from '@throughline/contracts/counted-figures'
import { Workflow } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { headerTabs, tabLine } from '../../ui/tab-style.ts'
import { workflowAnalyticsQuery } from './analytics.api.ts'
import { spec, texts } from './analytics.texts.ts'
import type { AnalyticsAddress } from './analytics-address.ts'
import { Cases } from './parts/cases.tsx'
import { CountedPanel } from './parts/counted-panel.tsx'
import { HeatRail, WhereHead } from './parts/heat-rail.tsx'
import { Labeled, PeriodStrip } from './parts/period-strip.tsx'
import { Scroll } from './parts/scroll.tsx'
import { LoadingSteps, Refused } from './parts/states.tsx'
import { StepPanel } from './parts/step-panel.tsx'
import { StepsTable } from './parts/steps-table.tsx'
import { DecidingBranch, WorkflowFigures } from './parts/workflow-figures.tsx'
import { useAnalyticsAddress, useClosePanel } from './use-analytics-address.ts'

export function WorkflowAnalyticsScreen() {
  const user = useCurrentUser()
  const { workflowId = '' } = useParams({ strict: false })
  const place = useAnalyticsAddress()
  const { address, change } = place
  const query = useQuery(workflowAnalyticsQuery(workflowId, address))
  const { data: figures, error, refetch, isFetching } = query
  usePageKeys(useMemo(() => [{ key: 'r', label: texts.refresh, act: () => void refetch() }], [refetch]))
  const { range = 'month', hours = 'all' } = address
  const name = figures?.workflow.name
  usePageTitle(name ? texts.analyticsOf(name) : texts.analytics)
  const refused = (user && !can(user, 'analytics.view')) || (error instanceof ApiError && error.status === 403)
  return (
    <div className="flex h-full flex-col">
      <Header figures={figures} workflowId={workflowId} range={range} change={change} />
      <PeriodStrip
        range={range}
        period={figures}
        hours={hours}
        onHours={(next) => change({ hours: next === 'all' ? undefined : next, open: undefined })}
        busy={isFetching}
        onRefresh={() => void refetch()}
      >
        {figures && <Versions figures={figures} change={change} />}
      </PeriodStrip>
      <div className="@container relative flex min-h-0 flex-1 overflow-hidden">
        {refused ? (
          <Refused />
        ) : figures ? (
          <Body figures={figures} place={place} />
        ) : (
          <Scroll label={texts.analytics}>
            {query.isError ? (
              <QueryFailed
                query={query}
                title={spec.failed}
                retryLabel={spec.tryAgain}
                gone={{ icon: Workflow, title: texts.notFound, action: <AllWorkflows /> }}
              />
            ) : (
              <LoadingSteps />
            )}
          </Scroll>
        )}
      </div>
    </div>
  )
}

const AllWorkflows = () => (
  <Link to="/workflows" className={buttonClass()}>
    {texts.allWorkflows}
  </Link>
)

type Place = ReturnType<typeof useAnalyticsAddress>
type Change = Place['change']

type HeaderProps = {
  figures: WorkflowAnalytics | undefined
  workflowId: string
  range: (typeof TIME_RANGES)[number]
  change: Change
}

function Header({ figures, workflowId, range, change }: HeaderProps) {
  const params = { workflowId }
  return (
    <ScreenHeader
      title={figures?.workflow.name ?? texts.analytics}
      part={texts.analytics}
      before={
        figures && (
          <span translate="no" className="rounded-xs border border-line-strong px-1.5 font-mono text-xs">
            {figures.workflow.prefix}
          </span>
        )
      }
      tabs={
        <nav aria-label={texts.sections} className={`${headerTabs} ml-4`}>
          <Link to="/workflow-builder/$workflowId" params={params} className={tabLine}>
            {texts.builder}
          </Link>
          <Link to="/workflows/$workflowId/instances" params={params} className={tabLine}>
            {texts.instances}
          </Link>
          <Link to="/workflows/$workflowId/analytics" params={params} aria-current="page" className={tabLine}>
            {texts.analytics}
          </Link>
        </nav>
      }
    >
      <Segmented
        label={texts.range}
        value={range}
        onChange={(next) => change({ range: next === 'month' ? undefined : next, open: undefined })}
        items={TIME_RANGES.map((value) => ({ value, label: spec.ranges[value] }))}
      />
    </ScreenHeader>
  )
}

function Versions({ figures, change }: { figures: WorkflowAnalytics; change: Change }) {
  const { version, compare, versions } = figures
  const [current] = versions
  const others = versions.filter((one) => one.version !== version)
  return (
    <>
      <Labeled label={texts.version}>
        <Select
          quiet
          label={texts.version}
          value={String(version)}
          onChange={(next) => change({ version: next, compare: undefined, open: undefined })}
          items={versions.map((one) => ({
            value: String(one.version),
            label: one === current ? texts.current(one.version) : String(one.version),
          }))}
        />
      </Labeled>
      {others.length > 0 && (
        <Labeled label={texts.compareWith}>
          <Select
            quiet
            label={texts.compareWith}
            value={String(compare ?? 0)}
            onChange={(next) => change({ compare: next })}
            items={[
              { value: '0', label: texts.noComparison },
              ...others.map((one) => ({ value: String(one.version), label: String(one.version) })),
            ]}
          />
        </Labeled>
      )}
    </>
  )
}

function Body({ figures, place }: { figures: WorkflowAnalytics; place: Place }) {
  const { address, change } = place
  const links = countedIn(figures, scopeOf(figures, address))
  const closeList = useClosePanel(place)
  const { step } = address
  const onStep = useCallback((id: string) => change({ step: id, open: undefined }, step !== undefined), [change, step])
  const closeStep = useCallback(() => {
    change({ step: undefined })
    if (step) document.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]`)?.focus()
  }, [change, step])
  const counted = readCounted(address.open)
  const few = figures.completed < MIN_CASES
  return (
    <>
      <Scroll label={texts.analyticsOf(figures.workflow.name)}>
        <WorkflowFigures figures={figures} links={links} />
        {few && <Cases cases={figures.cases} />}
        <WhereHead />
        <HeatRail figures={figures} links={links} current={step} onStep={onStep} />
        <DecidingBranch figures={figures} links={links} />
        <StepsTable figures={figures} links={links} current={step} onStep={onStep} />
      </Scroll>
      {counted ? (
        <CountedPanel key={address.open} counted={counted} onClose={closeList} />
      ) : (
        step && (
          <StepPanel key={step} figures={figures} step={step} address={address} onStep={onStep} onClose={closeStep} />
        )
      )}
    </>
  )
}

const scopeOf = ({ workflow, version }: WorkflowAnalytics, { hours }: AnalyticsAddress) => ({
  workflow: workflow.id,
  version,
  hours,
})
