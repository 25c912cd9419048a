import { useQuery } from '@tanstack/react-query'
import { type OpenedReport, REPORT_LIMITS, type ReportParameter, type ReportRun } from '@throughline/contracts/reports'
import { History } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { countdownText, preciseDuration } from '../../../shared/format/duration.ts'
import { momentText, whenText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ValueField } from '../editor/parameter-fields.tsx'
import { useRunSeconds } from '../parts/run-clock.ts'
import { runsQuery } from '../reports.api.ts'
import { texts as listTexts, openedTexts as texts } from '../reports.texts.ts'
import type { AnswerForm } from './answer.tsx'

type RunningProps = { run: ReportRun; stopping: boolean; onStop: () => void }

/** A run that has no answer yet: its place, its rows so far, and the time it may take. */
export function Running({ run, stopping, onStop }: RunningProps) {
  const { background, started_at, queue_position, row_count } = run
  const limit = background ? REPORT_LIMITS.file_seconds : REPORT_LIMITS.page_seconds
  const used = useRunSeconds(started_at, limit)
  const isWaiting = started_at === null
  return (
    <Card className="mx-auto w-[560px] max-w-full px-5 py-4">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-md">{texts.running}</h2>
          <output className="tnum text-sm text-fg-2">
            {isWaiting ? texts.waiting(queue_position) : texts.soFar(row_count)}
          </output>
        </div>
        <Button busy={stopping} onClick={onStop}>
          {listTexts.stop}
        </Button>
      </div>
      <Progress label={listTexts.timeUsed} value={isWaiting ? null : (used / limit) * 100} className="mt-3 w-full" />
      {!isWaiting && (
        <p aria-hidden className="tnum mt-1 text-xs text-fg-3">
          {texts.limit(countdownText(used), countdownText(limit))}
        </p>
      )}
    </Card>
  )
}

/** By whom, when it ran as the viewer, how long, and how many rows. */
export function RanLine({ report: { created_by }, run }: { report: OpenedReport; run: ReportRun | null }) {
  const zone = useZone()
  const now = useNow()
  const parts = [created_by ? texts.by(created_by.name) : texts.former]
  if (run?.finished_at && run.started_at) {
    const took = Date.parse(run.finished_at) - Date.parse(run.started_at)
    parts.push(texts.ran(whenText(run.finished_at, zone, now), preciseDuration(took)))
  }
  if (run?.status === 'completed') parts.push(texts.rows(run.row_count))
  return <span className="min-w-0 truncate text-sm text-fg-3 max-[1100px]:hidden">{parts.join(' · ')}</span>
}

/** A run that the address names, where it is not the one that answers what the page asks. */
export function usePastRun(
  report: OpenedReport,
  current: ReportRun | null,
  id: string | undefined,
): ReportRun | undefined {
  const isPast = id !== undefined && id !== current?.id
  const { data } = useQuery({ ...runsQuery(report.id), enabled: isPast })
  return isPast ? data?.find((run) => run.id === id) : undefined
}

export function PastRuns({ report, onRun }: { report: OpenedReport; onRun: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  const { data = [] } = useQuery({ ...runsQuery(report.id), enabled: open })
  const zone = useZone()
  const now = useNow()
  const rowsOf = (run: ReportRun) =>
    run.status === 'completed' ? texts.rows(run.row_count) : listTexts.statuses[run.status]
  return (
    <Menu
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={texts.runs} icon={History} size="lg" />}
    >
      {data.length === 0 && <MenuItem disabled>{texts.noRuns}</MenuItem>}
      {data.map((run) => (
        <MenuItem key={run.id} onSelect={() => onRun(run.id)}>
          <span translate="no">{texts.runAt(momentText(run.created_at, zone, now), rowsOf(run))}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

export function PastBanner({ run, onLatest }: { run: ReportRun; onLatest: () => void }) {
  const zone = useZone()
  const now = useNow()
  return (
    <Banner
      tone="info"
      icon={History}
      title={texts.pastRun(momentText(run.created_at, zone, now), run.stale)}
      action={
        <Button size="sm" onClick={onLatest}>
          {texts.latest}
        </Button>
      }
      className="mb-3"
    />
  )
}

type StripProps = {
  values: readonly ReportParameter[]
  /** Absent where there is nothing to choose. */
  form: AnswerForm | undefined
  onForm: (form: AnswerForm) => void
  editable: boolean
  onValue: (name: string, value: string) => void
}

/** The values that it is run with, and how the answer is shown. */
export function Strip({ values, form, onForm, editable, onValue }: StripProps) {
  const parameters = editable ? values : []
  if (parameters.length === 0 && !form) return null
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2">
      {parameters.map((parameter) => (
        <span key={parameter.name} className="inline-flex items-center gap-2 text-sm">
          <span translate="no">{parameter.name}</span>
          <SettledValue parameter={parameter} onValue={(value) => onValue(parameter.name, value)} />
        </span>
      ))}
      {parameters.length > 0 && <span className="text-xs text-fg-3">{texts.reruns}</span>}
      <span className="flex-1" />
      {form && (
        <Segmented
          label={texts.show}
          value={form}
          onChange={onForm}
          items={[
            { value: 'both', label: texts.both },
            { value: 'chart', label: texts.chart },
            { value: 'table', label: texts.table },
          ]}
        />
      )}
    </div>
  )
}

const PAUSE = 600

/** Told when typing has paused: every value is a run of its own. */
function SettledValue({ parameter, onValue }: { parameter: ReportParameter; onValue: (value: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const [told, setTold] = useState<string>()
  const [known, setKnown] = useState(parameter.value)
  // Another value than the one that was told here, such as a new default, ends what was typed before it.
  if (known !== parameter.value) {
    setKnown(parameter.value)
    if (parameter.value !== told) setTyped(undefined)
  }
  const tell = useEffectEvent((value: string) => {
    setTold(value)
    onValue(value)
  })
  useEffect(() => {
    if (typed === undefined || typed === parameter.value) return undefined
    const timer = setTimeout(() => tell(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, parameter.value])
  return <ValueField parameter={{ ...parameter, value: typed ?? parameter.value }} onChange={setTyped} />
}
