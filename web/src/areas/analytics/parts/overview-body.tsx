import type { Overview } from '@throughline/contracts/analytics'
import { countedIn } from '@throughline/contracts/counted-figures'
import { texts } from '../analytics.texts.ts'
import type { AnalyticsAddress } from '../analytics-address.ts'
import { HealthTable } from './health-table.tsx'
import { Issues } from './issues.tsx'
import { Metrics } from './metrics.tsx'
import { SlowTasks } from './slow-tasks.tsx'
import { NoFigures } from './states.tsx'
import { Automations, Performance } from './work-charts.tsx'

const isEmpty = ({ health, performance, automations, issues, summary }: Overview) =>
  health.length === 0 &&
  performance.rows.length === 0 &&
  automations.rows.length === 0 &&
  issues.rows.length === 0 &&
  summary.overdue.value === 0

export function OverviewBody({ figures, address }: { figures: Overview; address: AnalyticsAddress }) {
  const links = countedIn(figures, { workflow: address.workflow, hours: address.hours })
  const metrics = <Metrics figures={figures} links={links} />
  if (isEmpty(figures)) return <NoFigures metrics={metrics} />
  const { workflows, restricted, restricted_more } = figures.counted
  const pair = 'mt-3 grid grid-cols-2 gap-3 @max-[900px]:grid-cols-1'
  return (
    <>
      {metrics}
      <HealthTable rows={figures.health} links={links} address={address} />
      <div className={pair}>
        <Performance figures={figures.performance} links={links} />
        <Automations figures={figures.automations} links={links} />
      </div>
      <div className={pair}>
        <SlowTasks rows={figures.slow_tasks} links={links} />
        <Issues issues={figures.issues} links={links} />
      </div>
      <p className="mt-4 text-xs text-fg-3">{texts.counted(workflows, restricted, restricted_more)}</p>
    </>
  )
}
