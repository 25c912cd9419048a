import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskRow } from '@throughline/contracts/tasks'
import type { ReactNode } from 'react'
import { can } from '../../../shared/current-user.ts'
import { cn } from '../../../ui/cn.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { newestDocumentsQuery } from '../../documents/documents.api.ts'
import type { RowActs } from '../use-row-acts.ts'
import { QueueSection } from './queue-section.tsx'
import { texts } from './rail.texts.ts'
import { RecentDocuments } from './recent-documents.tsx'
import { RunningInstance } from './running-instance.tsx'

export type RailProps = { user: CurrentUser; tasks: readonly TaskRow[]; queued: number; acts: RowActs }

const MOST_INSTANCES = 4

/** The first task of each instance, in the order they are due. */
function firstOfEach(tasks: readonly TaskRow[]): TaskRow[] {
  const byInstance = new Map<string, TaskRow>()
  for (const task of tasks) if (!byInstance.has(task.workflow_instance)) byInstance.set(task.workflow_instance, task)
  return [...byInstance.values()].slice(0, MOST_INSTANCES)
}

/** What runs for the person, what they could take, and what files came last. */
export function Rail({ user, tasks, queued, acts }: RailProps) {
  const instances = firstOfEach(tasks)
  const mayRead = can(user, 'documents.view')
  const { data: documents = [], isError } = useQuery({ ...newestDocumentsQuery, enabled: mayRead })
  return (
    <aside aria-label={texts.context} className="space-y-7 pt-1 max-[759px]:px-4">
      {instances.length > 0 && (
        <RailSection title={texts.instances} all={{ to: '/all-instances' }}>
          <ul className="space-y-3.5">
            {instances.map((task) => (
              <RunningInstance key={task.workflow_instance} task={task} />
            ))}
          </ul>
        </RailSection>
      )}
      {queued > 0 && (
        <RailSection title={texts.queues} all={{ to: '/tasks', search: { queue: 'mine' } }}>
          <QueueSection acts={acts} canWork={can(user, 'tasks.work')} />
        </RailSection>
      )}
      {(documents.length > 0 || isError) && (
        <RailSection title={texts.documents} all={{ to: '/files' }}>
          {isError && <p className="text-fg-3">{texts.documentsFailed}</p>}
          <RecentDocuments documents={documents} zone={user.time_zone} />
        </RailSection>
      )}
    </aside>
  )
}

function RailSection({ title, all, children }: { title: string; all: LinkProps; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-xs font-medium tracking-normal text-fg-3">{title}</h2>
        <Link
          {...all}
          aria-label={texts.viewAllOf(title)}
          className={cn(quietLinkClass, 'inline-flex items-center text-xs max-[759px]:min-h-11')}
        >
          {texts.viewAll}
        </Link>
      </div>
      {children}
    </section>
  )
}
