import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TaskRow } from '@throughline/contracts/tasks'
import { Progress } from '../../../ui/progress.tsx'
import { instanceQuery } from '../../instances/instances.api.ts'
import { texts } from './rail.texts.ts'

/** Known from one of its tasks; how far it is comes with its own answer. */
export function RunningInstance({ task }: { task: TaskRow }) {
  const { workflow_instance: instanceId, instance_name: name, workflow } = task
  const { data } = useQuery(instanceQuery(instanceId))
  const { tasks_done: done = 0, tasks_total: total = 0 } = data ?? {}
  return (
    <li>
      <div className="flex items-baseline justify-between gap-2">
        <Link
          to="/instances/$instanceId"
          params={{ instanceId }}
          translate="no"
          dir="auto"
          className="truncate rounded-xs font-medium hover:underline max-[759px]:leading-11"
        >
          {name}
        </Link>
        {data && <span className="tnum shrink-0 text-xs text-fg-3">{texts.doneOf(done, total)}</span>}
      </div>
      <div className="mt-1.5 min-h-1.5" translate="no">
        {data && <Progress label={texts.progress(name, done, total)} value={total > 0 ? (done / total) * 100 : 0} />}
      </div>
      <p translate="no" className="mt-1 truncate text-xs text-fg-3">
        {workflow.name}
      </p>
    </li>
  )
}
