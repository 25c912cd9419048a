import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StepAnalytics, WorkflowAnalytics } from '@throughline/contracts/analytics'
import { MAX_READ_RUNS } from '@throughline/contracts/analytics-lists'
import { type CountedLinks, countedIn } from '@throughline/contracts/counted-figures'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { numberText } from '../../../shared/format/count.ts'
import { durationText, spanBegin } from '../../../shared/format/duration.ts'
import { dateText } from '../../../shared/format/time.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { stepAnalyticsQuery } from '../analytics.api.ts'
import { spec, texts } from '../analytics.texts.ts'
import type { AnalyticsAddress } from '../analytics-address.ts'
import { Bars } from './bars.tsx'
import { Figure, useFigurePath } from './figure.tsx'
import { TIMES, timeText } from './slow-tasks.tsx'
import { Change } from './steps-table.tsx'

type StepPanelProps = {
  figures: WorkflowAnalytics
  step: string
  address: AnalyticsAddress
  onStep: (id: string) => void
  onClose: () => void
}

/** One step: how long it takes, how that is spread, what a version changed, and which cases took longest. */
export function StepPanel({ figures, step, address, onStep, onClose }: StepPanelProps) {
  const { workflow, steps } = figures
  const query = useQuery(stepAnalyticsQuery(workflow.id, step, address))
  const at = steps.findIndex(({ id }) => id === step)
  const own = steps[at]
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.closest('aside')?.focus(), [])
  useStepKeys(
    steps.map(({ id }) => id),
    at,
    onStep,
    onClose,
  )
  if (!own) return null
  const [before, after] = [steps[at - 1], steps[at + 1]]
  return (
    <Panel
      title={own.name}
      place={texts.stepOf(own.n, steps.length)}
      onClose={onClose}
      actions={
        <>
          <IconButton
            label={texts.previousStep}
            kbd="K"
            icon={ArrowLeft}
            disabled={!before}
            onClick={() => before && onStep(before.id)}
          />
          <IconButton
            label={texts.nextStep}
            kbd="J"
            icon={ArrowRight}
            disabled={!after}
            onClick={() => after && onStep(after.id)}
          />
        </>
      }
      footer={
        <Link
          to="/workflow-builder/$workflowId"
          params={{ workflowId: workflow.id }}
          search={{ step }}
          className={buttonClass({ block: true })}
        >
          {texts.openBuilder}
        </Link>
      }
    >
      <div ref={body}>
        <h2 translate="no" className="text-lg wrap-anywhere">
          {own.name}
        </h2>
        {query.data ? (
          <StepBody figures={query.data} workflowId={workflow.id} address={address} />
        ) : query.isError ? (
          <QueryFailed query={query} title={texts.stepFailed} retryLabel={spec.tryAgain} />
        ) : (
          <Loading label={spec.loading} className="mt-4 flex flex-col gap-4">
            {['h-14', 'h-4', 'h-32', 'h-16'].map((height) => (
              <Skeleton key={height} className={height} />
            ))}
          </Loading>
        )}
      </div>
    </Panel>
  )
}

function useStepKeys(ids: readonly string[], at: number, onStep: (id: string) => void, onClose: () => void) {
  const [before, after] = [ids[at - 1], ids[at + 1]]
  usePageKeys(
    useMemo(
      () => [
        { key: 'Escape', label: uiTexts.close, act: onClose },
        { key: 'j', label: texts.nextStep, act: () => after && onStep(after) },
        { key: 'k', label: texts.previousStep, act: () => before && onStep(before) },
      ],
      [before, after, onStep, onClose],
    ),
  )
}

type StepBodyProps = { figures: StepAnalytics; workflowId: string; address: AnalyticsAddress }

function StepBody({ figures, workflowId, address }: StepBodyProps) {
  const { step, version } = figures
  const links = countedIn(figures, { workflow: workflowId, version, step: step.id, hours: address.hours })
  const tiles = [
    [texts.median, step.median_s],
    [texts.average, step.average_s],
    [texts.under, step.p90_s],
  ] as const
  return (
    <>
      <p className="mt-0.5 text-fg-3">
        {texts.stepKinds[step.type]} ·{' '}
        <Figure open={links.runs()} label={texts.openThese(texts.runs(step.runs))}>
          {texts.runs(step.runs)}
        </Figure>
      </p>
      {step.median_s === null ? (
        <p className="mt-4 text-fg-2">{step.runs === 0 ? texts.noRuns : texts.fewNote}</p>
      ) : (
        <dl className="mt-4 grid grid-cols-3 gap-2">
          {tiles.map(([label, seconds]) => (
            <div key={label} className="rounded-md border px-2.5 py-2">
              <dt className="text-xs text-fg-3">{label}</dt>
              <dd className="tnum mt-0.5 text-md font-semibold">{seconds === null ? texts.none : timeText(seconds)}</dd>
            </div>
          ))}
        </dl>
      )}
      {step.waited_s !== null && step.worked_s !== null && step.type !== 'tool' && (
        <WaitingAndWorking waited={step.waited_s} worked={step.worked_s} />
      )}
      {figures.spans.length > 0 && <Spans figures={figures} links={links} />}
      <ByVersion figures={figures} />
      <Slowest rows={figures.slowest} />
    </>
  )
}

function WaitingAndWorking({ waited, worked }: { waited: number; worked: number }) {
  return (
    <>
      <h3 className="mt-5 text-sm font-medium">{texts.waitingAndWorking}</h3>
      <div className="relative mt-2 flex h-4 gap-[2px]">
        <span className="sr-only">{texts.averageRun(timeText(waited), timeText(worked))}</span>
        <span className="rounded-l-[3px]" style={{ flex: waited, background: TIMES.waiting }} />
        <span className="min-w-[3px] rounded-r-[3px]" style={{ flex: worked, background: TIMES.working }} />
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-fg-2">
        <span>{texts.waitingFor(timeText(waited))}</span>
        <span>{texts.workingFor(timeText(worked))}</span>
      </p>
    </>
  )
}

const MS = 1000

function spanName({ from_s, to_s }: StepAnalytics['spans'][number]): string {
  if (to_s === null) return texts.spanOver(durationText(from_s * MS))
  if (from_s === 0) return texts.spanUnder(durationText(to_s * MS))
  return texts.span(spanBegin(from_s * MS, to_s * MS), durationText(to_s * MS))
}

function Spans({ figures: { spans, step, exact }, links }: { figures: StepAnalytics; links: CountedLinks }) {
  const pathOf = useFigurePath()
  return (
    <>
      <h3 className="mt-5 text-sm font-medium">{texts.howLong(step.runs)}</h3>
      {!exact && <p className="mt-1 text-xs text-fg-2">{texts.estimated(MAX_READ_RUNS)}</p>}
      <div className="-mx-4">
        <Bars
          nameWidth={140}
          endWidth={60}
          bars={spans.map((span) => {
            const open = links.runs(
              {},
              { from_s: String(span.from_s), ...(span.to_s !== null && { to_s: String(span.to_s) }) },
            )
            const name = spanName(span)
            return {
              key: name,
              name,
              path: pathOf(open),
              figure: open,
              parts: [{ value: span.runs, color: TIMES.working, word: texts.parts.runs }],
              end: (
                <Figure open={open} label={texts.inWorkflow(texts.runs(span.runs), name)}>
                  {numberText(span.runs)}
                </Figure>
              ),
            }
          })}
        />
      </div>
    </>
  )
}

function ByVersion({ figures: { by_version, version } }: { figures: StepAnalytics }) {
  const zone = useZone()
  if (by_version.length === 0) return null
  const own = by_version.find((row) => row.version === version)
  const before = by_version.find((row) => row.version < version && row.median_s !== null)
  return (
    <>
      <h3 className="mt-3 text-sm font-medium">{texts.byVersion}</h3>
      <table className="mt-1 w-full text-sm">
        <tbody>
          {by_version.map((row) => (
            <tr key={row.version} className="h-8 *:border-t">
              <th scope="row" className="text-left font-medium">
                {texts.versionName(row.version)}{' '}
                <span className="text-xs font-normal text-fg-3">{texts.since(dateText(row.published_at, zone))}</span>
              </th>
              <td className="tnum text-right text-fg-3">{texts.runs(row.runs)}</td>
              <td className="tnum w-20 text-right">{row.median_s === null ? texts.none : timeText(row.median_s)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {own && before && own.median_s !== null && (
        <p className="mt-1.5 text-xs">
          <Change now={own.median_s} before={before.median_s} />
        </p>
      )}
    </>
  )
}

function Slowest({ rows }: { rows: StepAnalytics['slowest'] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className="mt-5 text-sm font-medium">{texts.slowestCases}</h3>
      <ul className="mt-1 divide-y">
        {rows.map(({ instance, task_id, duration_s, waited_s }) => (
          <li key={`${instance.id} ${task_id}`} className="flex items-center gap-3 py-2">
            <span translate="no" className="min-w-0 flex-1">
              <PathLink
                path={task_id ? `/tasks/${task_id}` : `/instances/${instance.id}`}
                className="rounded-xs font-medium hover:underline"
              >
                {instance.name}
              </PathLink>{' '}
              <span className="text-xs text-fg-3">{instance.key}</span>
              <span className="block truncate text-xs text-fg-2">{texts.waited(timeText(waited_s))}</span>
            </span>
            <span className="tnum text-sm">{timeText(duration_s)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
