import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Instance } from '@throughline/contracts/instances'
import { ArrowRight, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { instanceQuery } from '../instances.api.ts'
import { spec, texts } from '../instances.texts.ts'
import { WhyLine } from '../parts/facts.tsx'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { miniOf } from '../parts/mini-of.ts'
import { MiniRail } from '../parts/mini-rail.tsx'
import { originText } from '../parts/origin-text.ts'
import { isOpen, type Subject } from './rights.ts'

type PeekPanelProps = { instanceId: string; onDelete: (instance: Subject) => void; onClose: () => void }

/** One instance beside the list: enough to decide whether to open it. */
export function PeekPanel({ instanceId, onDelete, onClose }: PeekPanelProps) {
  const found = useQuery(instanceQuery(instanceId))
  usePageKeys(useMemo(() => [{ key: 'Escape', label: texts.closePanel, act: onClose }], [onClose]))
  const { data: instance } = found
  return (
    <Panel
      title={instance ? texts.peekOf(instance.title) : texts.peek}
      place={instance?.key ?? texts.peek}
      onClose={onClose}
      footer={
        <>
          <Link
            to="/instances/$instanceId"
            params={{ instanceId }}
            className={buttonClass({ variant: 'primary', className: 'flex-1' })}
          >
            {texts.viewDetails}
            <ArrowRight size={14} aria-hidden className="opacity-70" />
          </Link>
          {instance?.can.remove && (
            <Button variant="ghost-danger" icon={Trash2} onClick={() => onDelete(instance)}>
              {texts.deleteAct}
            </Button>
          )}
        </>
      }
    >
      {found.isPending && (
        <Loading label={spec.loadingOne}>
          <Skeleton round className="h-4 w-3/5" />
          <Skeleton round className="mt-3 h-3 w-4/5" />
          <Skeleton round className="mt-6 h-1.5 w-full" />
        </Loading>
      )}
      {found.isError && !instance && <QueryFailed query={found} title={spec.oneFailed} />}
      {instance && <Summary instance={instance} />}
    </Panel>
  )
}

function Summary({ instance }: { instance: Instance }) {
  const { title, description, workflow, status, steps_done, steps_total, waiting, priority, metadata } = instance
  const mini = miniOf(instance)
  return (
    <div className="space-y-4">
      <div>
        <h2 translate="no" dir="auto" className="text-lg">
          {title}
        </h2>
        {description && (
          <p translate="no" dir="auto" className="mt-1 line-clamp-4 text-fg-2">
            {description}
          </p>
        )}
      </div>
      <div className="flex items-center gap-3">
        <InstanceStatusPill status={status} />
        <MiniRail mini={mini} total={steps_total} done={steps_done} ended={!isOpen(instance)} className="flex-1" />
      </div>
      {waiting.length > 0 && (
        <section aria-label={texts.columns.waiting}>
          <h3 className="mb-1.5 text-xs font-medium text-fg-3">{texts.columns.waiting}</h3>
          <ul className="space-y-1.5">
            {waiting.map((reason) => (
              <li key={`${reason.step} ${reason.task_id} ${reason.since}`} className="flex min-w-0">
                <WhyLine waiting={reason} more={0} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid grid-cols-[112px_1fr] gap-y-2 border-t pt-4">
        <Fact label={texts.workflow}>
          <span translate="no">{workflow.name}</span>
        </Fact>
        <Fact label={spec.dueDate}>
          <DueDate of={instance} done={!isOpen(instance)} />
        </Fact>
        <Fact label={texts.priority}>
          <Priority text level={priority} label={texts.priorities[priority]} />
        </Fact>
        <Fact label={texts.customer}>
          <span translate="no">{metadata.customer}</span>
        </Fact>
        <Fact label={texts.startedBy}>
          {instance.started_by ? <span translate="no">{instance.started_by.name}</span> : originText(instance)} ·{' '}
          <TimeAgo at={instance.created_at} />
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 truncate empty:before:content-['–']">{children}</dd>
    </>
  )
}
