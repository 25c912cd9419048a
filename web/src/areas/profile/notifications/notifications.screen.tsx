import { useQuery } from '@tanstack/react-query'
import type { KindSetting, NotificationSettings } from '@throughline/contracts/notification-settings'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { ProfileTabs } from '../parts/profile-tabs.tsx'
import { settingsQuery, useOwnSettings } from './notifications.api.ts'
import { texts } from './notifications.texts.ts'
import { DeviceCard } from './parts/device-card.tsx'
import { FollowsCard } from './parts/follows-card.tsx'
import { type KindRow, KindsTable } from './parts/kinds-table.tsx'
import { DigestCard, QuietCard, WeekCard } from './parts/rail.tsx'
import { SaveStatus } from './parts/save-status.tsx'
import { SettingsLayout, SettingsSkeleton } from './parts/settings-layout.tsx'

/** What one is told of, and how; saved as it is chosen. */
export function NotificationsScreen() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  if (data) return <Loaded settings={data} />
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.profile} part={texts.notifications} tabs={<ProfileTabs current="notifications" />} />
      {error ? (
        <ErrorBlock
          title={texts.failed}
          hint={serverMessageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SettingsSkeleton />
      )}
    </div>
  )
}

const rowOf = ({ kind, inbox, email, desktop, inbox_fixed, own, locked }: KindSetting): KindRow => ({
  kind,
  inbox,
  email,
  desktop,
  inboxFixed: inbox_fixed,
  yours: own,
  locked: locked ? (kind === 'security' ? texts.table.fixed : texts.table.locked) : undefined,
})

function Loaded({ settings }: { settings: NotificationSettings }) {
  const { kinds, quiet, digest, time_zone: zone, follows, last_week } = settings
  const { state, change, reset, follow, unfollow } = useOwnSettings()
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.profile} part={texts.notifications} tabs={<ProfileTabs current="notifications" />}>
        <SaveStatus state={state} zone={zone} />
        <Button variant="ghost" disabled={!kinds.some(({ own }) => own)} onClick={reset}>
          {texts.organizationDefaults}
        </Button>
      </ScreenHeader>
      <SettingsLayout
        rail={
          <>
            <WeekCard week={last_week} />
            <QuietCard quiet={quiet} zone={zone} onChange={(next) => change({ quiet: next })} />
            <DigestCard digest={digest} onChange={(next) => change({ digest: next })} />
            <DeviceCard />
          </>
        }
      >
        <Card title={texts.table.title} note={texts.table.note}>
          <KindsTable
            rows={kinds.map(rowOf)}
            onChange={({ kind, inbox, email, desktop }) => change({ kinds: [{ kind, inbox, email, desktop }] })}
          />
        </Card>
        <FollowsCard follows={follows} zone={zone} onFollow={follow} onRemove={unfollow} />
      </SettingsLayout>
    </div>
  )
}
