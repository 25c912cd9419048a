import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { OrgKindSetting } from '@throughline/contracts/notification-settings'
import type { ReactNode } from 'react'
import { can } from '../../../shared/current-user.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { OrgTabs } from '../../org/parts/org-tabs.tsx'
import { orgSettingsQuery, useOrgSettings } from './notifications.api.ts'
import { texts } from './notifications.texts.ts'
import { type KindRow, KindsTable } from './parts/kinds-table.tsx'
import { SaveStatus } from './parts/save-status.tsx'
import { SettingsLayout, SettingsSkeleton } from './parts/settings-layout.tsx'

type OrgNotificationsProps = {
  user: CurrentUser
  /** Stands here for whoever may not set them; a workspace of one's own has none. */
  refused: ReactNode
}

/** What all members are told of unless they choose otherwise, and which of it they can change. */
export function OrgNotificationsScreen({ user, refused }: OrgNotificationsProps) {
  const may = user.organization_id !== null && can(user, 'org.manage')
  return may ? <Settings user={user} refused={refused} /> : refused
}

/** These cannot be off for anybody: somebody waits, or an account is at stake. */
const ALWAYS = ['approval', 'assigned', 'question', 'reminder', 'failed', 'security']

const rowOf = ({ kind, inbox, email, desktop, can_change }: OrgKindSetting): KindRow => ({
  kind,
  inbox,
  email,
  desktop,
  canChange: can_change,
  inboxFixed: ALWAYS.includes(kind),
  locked: kind === 'security' ? texts.table.fixed : undefined,
})

function Settings({ user, refused }: OrgNotificationsProps) {
  const { data, error, isFetching, refetch } = useQuery(orgSettingsQuery)
  const { state, change } = useOrgSettings()
  if (error instanceof ApiError && error.status === 403) return refused
  const failed = error && (
    <ErrorBlock
      title={texts.failed}
      hint={serverMessageOf(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.organization} part={texts.notifications} tabs={<OrgTabs current="notifications" />}>
        <SaveStatus state={state} zone={user.time_zone} />
      </ScreenHeader>
      {data ? (
        <SettingsLayout
          rail={
            <Card title={texts.mail.title}>
              <div className="px-5 py-4">
                <Switch
                  checked={data.names_in_mails}
                  onChange={(names_in_mails) => change({ names_in_mails })}
                  hint={texts.mail.namesNote}
                >
                  {texts.mail.names}
                </Switch>
              </div>
            </Card>
          }
        >
          <Card title={texts.table.orgTitle} note={texts.table.orgNote}>
            <KindsTable
              rows={data.kinds.map(rowOf)}
              onChange={({ kind, inbox, email, desktop, canChange = true }) =>
                change({ kinds: [{ kind, inbox, email, desktop, can_change: canChange }] })
              }
            />
          </Card>
        </SettingsLayout>
      ) : (
        (failed ?? <SettingsSkeleton />)
      )}
    </div>
  )
}
