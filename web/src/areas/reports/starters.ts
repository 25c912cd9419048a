import type { ReportParameter } from '@throughline/contracts/reports'
import { DAY, dayKey } from '../../shared/format/time.ts'
import { texts } from './reports.texts.ts'

/** A query as it is being written. */
export type ReportDraft = { title: string; query: string; parameters: ReportParameter[] }

export const NO_DRAFT: ReportDraft = { title: '', query: '', parameters: [] }

const LATE = `select workflow,
       count(*) as instances,
       count(*) filter (where late) as late_instances
from instances
group by workflow
order by late_instances desc, workflow`

const HOURS = `select workflow,
       step,
       count(*) as tasks,
       round(avg(hours), 1) as average_hours
from tasks
where completed_on between {{from}} and {{to}}
group by workflow, step
order by average_hours desc`

const ANSWERS = `select form, receipt, received_on, state, answers
from form_submissions
order by received_on desc`

const MONTH = 30

/** The last thirty days. */
function period(zone: string): ReportParameter[] {
  const now = Date.now()
  return [
    { name: 'from', type: 'date', value: dayKey(now - MONTH * DAY, zone) },
    { name: 'to', type: 'date', value: dayKey(now, zone) },
  ]
}

export type Starter = { key: string; name: string; note: string; draft: (zone: string) => ReportDraft }

const starterOf = (key: keyof typeof texts.starters, query: string, parameters?: typeof period): Starter => {
  const { name, note } = texts.starters[key]
  return { key, name, note, draft: (zone) => ({ title: name, query, parameters: parameters?.(zone) ?? [] }) }
}

export const STARTERS = [starterOf('late', LATE), starterOf('hours', HOURS, period), starterOf('answers', ANSWERS)]
