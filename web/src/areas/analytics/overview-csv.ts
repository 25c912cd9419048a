import type { Overview } from '@throughline/contracts/analytics'
import { listText } from '../../shared/format/list-text.ts'
import { spec, texts } from './analytics.texts.ts'
import { percentOf } from './rates.ts'

type Cell = string | number | null | undefined
/** One line for each figure, so that a spreadsheet can filter and sort them. */
type Line = [section: string, name: string, workflow: string, figure: string, value: Cell]

/** Spreadsheets run what begins like a formula. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function cellText(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = safe(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const { columns } = texts
const HOUR = 3600
const hoursOf = (seconds: number | null) => (seconds === null ? null : Math.round((seconds / HOUR) * 10) / 10)

function linesOf({ summary, health, performance, automations, slow_tasks, issues }: Overview): Line[] {
  const { active_workflows, automation, overdue, client_on_time } = summary
  return [
    [spec.title, '', '', spec.active, active_workflows.value],
    [spec.title, '', '', spec.automation, percentOf(automation)],
    [spec.title, '', '', spec.overdue, overdue.value],
    [spec.title, '', '', spec.clientOnTime, percentOf(client_on_time)],
    ...health.flatMap(({ workflow, running, completed, on_time, average_s, median_s, status }): Line[] => [
      [spec.health, workflow.name, workflow.name, columns.running, running],
      [spec.health, workflow.name, workflow.name, columns.completed, completed],
      [spec.health, workflow.name, workflow.name, columns.onTime, percentOf(on_time)],
      [spec.health, workflow.name, workflow.name, texts.inHours(columns.average), hoursOf(average_s)],
      [spec.health, workflow.name, workflow.name, texts.inHours(columns.median), hoursOf(median_s)],
      [spec.health, workflow.name, workflow.name, columns.status, status ? texts.states[status] : texts.tooFew],
    ]),
    ...performance.rows.flatMap(({ workflow, done, pending_manual, pending_automated }): Line[] => [
      [spec.performance, workflow.name, workflow.name, columns.done, done],
      [spec.performance, workflow.name, workflow.name, columns.pendingManual, pending_manual],
      [spec.performance, workflow.name, workflow.name, columns.pendingAutomated, pending_automated],
    ]),
    ...automations.rows.flatMap(({ workflow, name, success, error }): Line[] => [
      [spec.automations, name, workflow.name, columns.success, success],
      [spec.automations, name, workflow.name, columns.error, error],
    ]),
    ...slow_tasks.flatMap(({ workflow, name, runs, waited_s, worked_s }): Line[] => [
      [spec.slow, name, workflow.name, columns.runs, runs],
      [spec.slow, name, workflow.name, texts.inHours(columns.waiting), hoursOf(waited_s)],
      [spec.slow, name, workflow.name, texts.inHours(columns.working), hoursOf(worked_s)],
    ]),
    ...issues.rows.flatMap(({ issue, count, workflows }): Line[] => [
      [spec.issues, issue, '', columns.error, count],
      [spec.issues, issue, '', columns.workflow, listText(workflows.map(({ name }) => name))],
    ]),
  ]
}

export function csvOf(figures: Overview): string {
  const head = [texts.csv.section, texts.csv.name, texts.csv.workflow, texts.csv.figure, texts.csv.value]
  const about: Line = [spec.title, '', '', texts.csv.period, `${figures.from} – ${figures.to}, ${figures.as_of}`]
  return [head, about, ...linesOf(figures)].map((line) => line.map(cellText).join(',')).join('\r\n')
}
