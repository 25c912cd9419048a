import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { Download, ShieldCheck } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { can } from '../../shared/current-user.ts'
import { dayKey } from '../../shared/format/time.ts'
import { serverMessageOf } from '../../shared/server-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { FreshPill } from '../../ui/fresh-pill.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { organizationQuery } from '../org/org.api.ts'
import { OrgTabs } from '../org/parts/org-tabs.tsx'
import { fetchExport, verifyFrom } from './audit.api.ts'
import { texts } from './audit.texts.ts'
import { AuditFilters } from './parts/audit-filters.tsx'
import { AuditList, useEntries } from './parts/audit-list.tsx'
import { type AuditSearch, filterOf } from './parts/filters.ts'
import { useVerify } from './parts/use-verify.ts'

type AuditScreenProps = {
  user: CurrentUser
  /** Stands here for whoever may not read the log; a workspace of one's own has none. */
  refused: ReactNode
}

export function AuditScreen({ user, refused }: AuditScreenProps) {
  const may = user.organization_id !== null && can(user, 'audit.read')
  return may ? <Log user={user} refused={refused} /> : refused
}

function Log({ user, refused }: AuditScreenProps) {
  const orgId = user.tenant_id
  const search: AuditSearch = useSearch({ from: '/workspace/org-profile/audit' })
  const navigate = useNavigate()
  const organization = useQuery(organizationQuery(orgId))
  const timeZone = organization.data?.time_zone ?? user.time_zone
  // Ranges begin with a day, so they stay the same while the page is open.
  const [openedAt] = useState(() => Date.now())
  const filter = filterOf(search, timeZone, openedAt)
  const log = useEntries(orgId, filter)
  const { verification, run, dismiss } = useVerify((after) => verifyFrom(orgId, after))

  const change = useCallback(
    (next: AuditSearch) => {
      void navigate({ to: '/org-profile/audit', search: (old) => ({ ...old, ...next }), replace: true })
    },
    [navigate],
  )
  const clear = useCallback(() => void navigate({ to: '/org-profile/audit', search: {}, replace: true }), [navigate])

  const { error } = log.query
  const { list } = log
  const newRows = (count: number) => texts.newRows(count, log.capped)
  if (error instanceof ApiError && error.status === 403) return refused
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} part={texts.part} tabs={<OrgTabs current="audit" />}>
        <FreshPill count={list.waiting} text={newRows} label={newRows} onShow={list.showFresh} />
        <ExportButton
          onExport={async () => {
            const file = await fetchExport(orgId, filter)
            saveFile(file, texts.fileName(slug(user.tenant_name), dayKey(Date.now(), timeZone)))
          }}
        />
        <Button
          variant="primary"
          icon={ShieldCheck}
          busy={verification?.state === 'running'}
          onClick={() => void run()}
        >
          <Label>{texts.verify}</Label>
        </Button>
      </ScreenHeader>
      <AuditFilters
        orgId={orgId}
        knownName={list.rows.find(({ actor }) => actor?.id === search.who)?.actor?.name}
        search={search}
        onChange={change}
        onClear={clear}
      />
      <AuditList
        log={log}
        timeZone={timeZone}
        filtered={Object.keys(search).length > 0}
        verification={verification}
        onDismiss={dismiss}
        onClear={clear}
      />
    </div>
  )
}

/** On a phone the icon says it. */
const Label = ({ children }: { children: string }) => <span className="max-[519px]:sr-only">{children}</span>

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { busy, run } = useAct({ reasonOf: (error) => serverMessageOf(error) ?? texts.exportFailedNote })
  const onPress = () => void run({ call: onExport, failed: texts.exportFailed })
  return (
    <Button icon={Download} busy={busy !== undefined} onClick={onPress}>
      <Label>{texts.export}</Label>
    </Button>
  )
}
