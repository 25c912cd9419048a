import type { InstanceRow } from '@throughline/contracts/instances'
import { EyeOff } from 'lucide-react'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { texts } from '../instances.texts.ts'
import { TitleLink } from './title-link.tsx'

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
