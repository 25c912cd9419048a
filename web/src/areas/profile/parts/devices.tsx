import { useQuery } from '@tanstack/react-query'
import type { Device } from '@throughline/contracts/account'
import { Laptop, LogOut, Smartphone, Tablet } from 'lucide-react'
import { agoText } from '../../../shared/format/moments.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { devicesQuery, useSignOutDevices } from '../../auth/account.api.ts'
import { texts } from '../profile.texts.ts'

const deviceTexts = texts.devices
const ICONS = { desktop: Laptop, phone: Smartphone, tablet: Tablet } as const

export function Devices({ timeZone }: { timeZone: string }) {
  const devices = useQuery(devicesQuery)
  const { one, others } = useSignOutDevices()
  const { busy, run } = useAct()
  const rest = devices.data?.filter(({ current }) => !current) ?? []
  return (
    <section aria-label={deviceTexts.title} className="px-5 pt-3 pb-1">
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-2">
        <h3 className="flex-1 text-sm font-medium tracking-normal">{deviceTexts.title}</h3>
        {rest.length > 0 && (
          <Button
            size="sm"
            icon={LogOut}
            busy={busy === 'others'}
            onClick={() =>
              void run({ name: 'others', call: others, done: deviceTexts.othersOut, failed: deviceTexts.notSignedOut })
            }
          >
            {deviceTexts.signOutOthers}
          </Button>
        )}
      </div>
      {devices.isPending && (
        <Loading label={deviceTexts.loading} className="space-y-3 py-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </Loading>
      )}
      {devices.isError && (
        <ErrorBlock title={deviceTexts.failed} onRetry={() => void devices.refetch()} retrying={devices.isFetching} />
      )}
      <ul className="divide-y">
        {devices.data?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            timeZone={timeZone}
            now={devices.dataUpdatedAt}
            busy={busy === device.id}
            onSignOut={() =>
              void run({
                name: device.id,
                call: () => one(device.id),
                done: deviceTexts.signedOut(device.name),
                failed: deviceTexts.notSignedOut,
              })
            }
          />
        ))}
      </ul>
      {devices.data && rest.length === 0 && <p className="pb-2 text-xs text-fg-3">{deviceTexts.noOthers}</p>}
    </section>
  )
}

type DeviceRowProps = { device: Device; timeZone: string; now: number; busy: boolean; onSignOut: () => void }

function DeviceRow({ device, timeZone, now, busy, onSignOut }: DeviceRowProps) {
  const Icon = ICONS[device.kind]
  const seen = device.current ? deviceTexts.activeNow : agoText(device.last_seen_at, timeZone, now)
  return (
    <li className="flex min-h-13 items-center gap-3 py-1">
      <Icon size={18} strokeWidth={1.7} aria-hidden className="shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span translate="no">{device.name}</span>
          {device.current && <Tag tone="accent">{deviceTexts.thisDevice}</Tag>}
          {device.is_new && <Tag tone="warning">{deviceTexts.isNew}</Tag>}
        </p>
        <p className="tnum truncate text-xs text-fg-3">{deviceTexts.facts(device.address, seen)}</p>
      </div>
      {!device.current && (
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          aria-label={deviceTexts.signOutDevice(device.name)}
          onClick={onSignOut}
        >
          {deviceTexts.signOut}
        </Button>
      )}
    </li>
  )
}
