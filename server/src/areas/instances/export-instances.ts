import type { Body } from '@throughline/contracts/endpoint'
import { requestInstanceExport } from '@throughline/contracts/instances'
import type { ListExport } from '../exports/exports.public.ts'
import { countInstances, instancesPage } from './instance-list.service.ts'

const COLUMNS = {
  key: 'Key',
  name: 'Name',
  title: 'Title',
  status: 'Status',
  outcome: 'Outcome',
  workflow: 'Workflow',
  step: 'Current step',
  customer: 'Customer',
  priority: 'Priority',
  due: 'Due Date',
  startedBy: 'Started by',
  started: 'Started',
  completed: 'Completed',
  done: 'Tasks done',
  total: 'Tasks',
}

type Row = Awaited<ReturnType<typeof instancesPage>>['data'][number]

const STATUSES: Record<Row['status'], string> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
}

/** What started it, where no person did. */
const ORIGINS: Record<Row['source'], string> = {
  person: '',
  form: 'A form',
  schedule: 'A schedule',
  webhook: 'A webhook',
  mail: 'An email',
  api: 'The API',
  workflow: 'Another workflow',
}

const originOf = ({ source, source_name }: Row) => ORIGINS[source] + (source_name === null ? '' : `: ${source_name}`)

const cellsOf = (instance: Row) => ({
  key: instance.key,
  name: instance.name,
  title: instance.title,
  status: STATUSES[instance.status],
  outcome: instance.outcome,
  workflow: instance.template,
  step: instance.current_step,
  customer: instance.metadata.customer,
  priority: instance.priority,
  due: instance.due_has_time ? instance.due_date : instance.due_date?.slice(0, 10),
  startedBy: instance.started_by?.name ?? originOf(instance),
  started: instance.started_at,
  completed: instance.completed_at,
  done: instance.tasks_done,
  total: instance.tasks_total,
})

export const instanceExport: ListExport<Body<typeof requestInstanceExport>, Row> = {
  name: 'instances',
  title: 'Instances',
  permission: requestInstanceExport.access,
  filter: requestInstanceExport.body,
  columns: COLUMNS,
  count: countInstances,
  page: (ctx, viewer, filter, at) => instancesPage(ctx, viewer, { ...filter, ...at }),
  cellsOf,
}
