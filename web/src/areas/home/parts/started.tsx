import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { startedQuery } from '../../instances/instances.api.ts'
import { Why } from '../../instances/parts/facts.tsx'
import { InstanceStatusPill } from '../../instances/parts/instance-status.tsx'
import { texts } from './rail.texts.ts'
import { RailSection } from './rail-section.tsx'

/** When the person left this page last, on this device; it is kept anew when they leave again. */
function useLastVisit(memberId: string): number | undefined {
  const key = `tl.home-left.${memberId}`
  const [last] = useState(() => Number(readStored(key)) || undefined)
  useEffect(() => {
    const leave = () => writeStored(key, String(Date.now()))
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [key])
  return last
}

/** What the person began and where it stands, without those `shown` above it; what went on while they were away is marked. */
export function StartedByYou({ user, shown }: { user: CurrentUser; shown: readonly string[] }) {
  const { data = [], isError } = useQuery(startedQuery)
  const last = useLastVisit(user.member_id)
  const others = data.filter(({ id }) => !shown.includes(id))
  if (others.length === 0 && !isError) return null
  return (
    <RailSection title={texts.started}>
      {isError && data.length === 0 && <p className="text-fg-3">{texts.startedFailed}</p>}
      <ul className="-mx-2">
        {others.map((instance) => (
          <Started
            key={instance.id}
            instance={instance}
            changed={last !== undefined && Date.parse(instance.updated_at) > last}
          />
        ))}
      </ul>
    </RailSection>
  )
}

function Started({ instance, changed }: { instance: InstanceRow; changed: boolean }) {
  const { id, title, status } = instance
  return (
    <li className="relative min-h-11 rounded-md px-2 py-1 hover:bg-surface-2">
      <span className="flex items-center gap-2">
        <Link
          to="/instances/$instanceId"
          params={{ instanceId: id }}
          translate="no"
          dir="auto"
          className="row-target min-w-0 flex-1 truncate font-medium"
        >
          {title}
        </Link>
        {changed && (
          <span title={texts.changed} className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{texts.changed}</span>
          </span>
        )}
        <span className="shrink-0 text-xs">
          <InstanceStatusPill plain status={status} />
        </span>
      </span>
      <span className="block truncate text-xs text-fg-3">
        <Why instance={instance} />
      </span>
    </li>
  )
}
