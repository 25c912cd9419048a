import { useQuery } from '@tanstack/react-query'
import type { RailStep } from '@throughline/contracts/instances'
import type { Task } from '@throughline/contracts/tasks'
import { cn } from '../../../ui/cn.ts'
import { Section } from '../../../ui/section.tsx'
import type { Status } from '../../../ui/status.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { instanceQuery } from '../../instances/instances.api.ts'
import { texts } from './detail.texts.ts'

const statusOf = ({ state, overdue }: RailStep): Status => {
  if (overdue) return 'overdue'
  if (state === 'open') return 'in_progress'
  if (state === 'done') return 'completed'
  if (state === 'skipped') return 'draft'
  return state === 'failed' ? 'failed' : 'pending'
}

/** Where in its instance the task stands. Without the instance, there is nothing to show. */
export function Steps({ task }: { task: Task }) {
  const { data } = useQuery(instanceQuery(task.workflow_instance))
  if (!data || data.steps.length === 0) return null
  return (
    <Section title={texts.steps}>
      <ol>
        {data.steps.map((step) => {
          const here = step.id === task.step
          return (
            <li
              key={step.id}
              aria-current={here ? 'step' : undefined}
              className="group relative flex gap-3 pb-3.5 last:pb-0"
            >
              <span
                aria-hidden
                className={cn(
                  'absolute top-5 bottom-0 left-[7px] w-0.5 group-last:hidden',
                  step.state === 'done' ? 'bg-accent' : 'bg-line-strong',
                )}
              />
              <span className="mt-0.5">
                <StatusGlyph status={statusOf(step)} size={16} label={texts.railStates[step.state]} />
              </span>
              <span className="min-w-0">
                <span translate="no" className={cn('block leading-snug', here ? 'font-semibold' : 'text-fg-2')}>
                  {step.name}
                </span>
                {step.state === 'skipped' && (
                  <span aria-hidden className="block text-xs text-fg-3">
                    {texts.railStates.skipped}
                  </span>
                )}
                {step.people.length > 0 && (
                  <span translate="no" className="block truncate text-xs text-fg-3">
                    {step.people.map(({ name }) => name).join(', ')}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
