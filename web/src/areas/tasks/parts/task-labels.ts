import type { TaskRow } from '@throughline/contracts/tasks'
import { numberText } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const statusLabels = catalogue({
  pending: 'Pending',
  in_progress: 'In Progress',
  review: 'For Review',
  overdue: 'Overdue',
  completed: 'Completed',
  failed: 'Failed',
})

export const dueGroupLabels = catalogue({
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  none: 'No due date',
})

/** Of which instance it is; of a step that runs for each of a list, which of them comes first. */
export const instanceText = ({ item_name, instance_name }: Pick<TaskRow, 'item_name' | 'instance_name'>): string =>
  item_name === null ? instance_name : `${item_name} · ${instance_name}`

/** Words for what a task is, wherever one is shown. */
export const taskLabels = catalogue({
  cancelled: 'Canceled',
  types: { manual: 'Manual', approval: 'Approval', automated: 'Automation', query: 'Query' },
  priorities: { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low' },
  beginningOf: (size: number) => `The beginning of ${numberText(size)} characters.`,
})
