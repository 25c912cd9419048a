import { Link } from '@tanstack/react-router'
import type { InstanceRow } from '@throughline/contracts/instances'
import { EyeOff } from 'lucide-react'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { Priority } from '../../../ui/priority.tsx'
import { texts } from '../instances.texts.ts'

type TitleLinkProps = { instance: Pick<InstanceRow, 'id' | 'title' | 'deleted_at'>; className: string }

/** What is in the trash is not opened. */
export function TitleLink({ instance: { id, title, deleted_at }, className }: TitleLinkProps) {
  const shared = { translate: 'no', dir: 'auto', children: title } as const
  if (deleted_at) return <span {...shared} className="block truncate text-left" />
  return (
    <Link
      {...shared}
      to="/instances/$instanceId"
      params={{ instanceId: id }}
      data-main
      className={cn('block truncate text-left', className)}
    />
  )
}

/** Title, and under it the number and when it was started. */
export function NameCell({ instance, wide = true }: { instance: InstanceRow; wide?: boolean }) {
  const { key, priority, created_at, narrowed } = instance
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {wide && <Priority level={priority} label={texts.priorities[priority]} />}
      <span className="min-w-0">
        <span className="block font-medium">
          <TitleLink instance={instance} className="inset-focus rounded-xs hover:underline" />
        </span>
        <span className="block truncate text-xs text-fg-3">
          <span translate="no" className="tnum">
            {key}
          </span>{' '}
          <span aria-hidden>·</span> <TimeAgo at={created_at} />
          {narrowed && (
            <span title={texts.narrowed}>
              <EyeOff size={12} aria-hidden className="ml-1 inline align-[-2px]" />
              <span className="sr-only">{texts.narrowed}</span>
            </span>
          )}
        </span>
      </span>
    </span>
  )
}
