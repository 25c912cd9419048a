import type { TaskRow } from '@throughline/contracts/tasks'
import { TasksBulk } from '../bulk/tasks-bulk.tsx'
import { useTasksBulk } from '../bulk/use-tasks-bulk.ts'

type BulkActsProps = {
  selected: readonly TaskRow[]
  onClear: () => void
  /** Told after every act, whatever came of it. */
  onDone: () => void
}

/** The bar for selected tasks, wherever tasks are listed. */
export function BulkActs({ selected, onClear, onDone }: BulkActsProps) {
  const bulk = useTasksBulk(onDone)
  return <TasksBulk selected={selected} bulk={bulk} onClear={onClear} />
}
