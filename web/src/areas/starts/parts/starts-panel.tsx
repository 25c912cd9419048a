import { useQuery } from '@tanstack/react-query'
import type { Workflow } from '@throughline/contracts/workflows'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ApiPanel } from '../api-keys/api-panel.tsx'
import { HookPanel } from '../hooks/hook-panel.tsx'
import { mailAddressesQuery } from '../mail/mail.api.ts'
import { MailPanel } from '../mail/mail-panel.tsx'
import { SchedulePanel } from '../schedule/schedule-panel.tsx'
import { startsQuery } from '../starts.api.ts'
import { texts } from '../starts.texts.ts'
import { startedInAll } from './start-entry.tsx'
import {
  API,
  ApiKeys,
  Forms,
  HOOK,
  MAIL,
  MailAddresses,
  NEW_HOOK,
  NEW_KEY,
  NEW_MAIL,
  People,
  Schedules,
  Webhooks,
} from './start-kinds.tsx'

type StartsPanelProps = {
  workflow: Pick<Workflow, 'id' | 'name'>
  /** The one that is open, or `new`; of a webhook or an email address after the name of its kind. */
  start: string | undefined
  onOpen: (start: string | undefined) => void
  onClose: () => void
}

/** Everything that starts a workflow, and each of it. */
export function StartsPanel({ workflow, start, onOpen, onClose }: StartsPanelProps) {
  const user = useCurrentUser()
  const query = useQuery(startsQuery(workflow.id))
  if (!user) return null
  const mayEdit = can(user, 'workflows.publish') && can(user, 'instances.manage')
  const mayRun = can(user, 'instances.manage')
  if (start === API || start === NEW_KEY) {
    return (
      <ApiPanel
        workflowId={workflow.id}
        mayEdit={mayEdit}
        isAdding={start === NEW_KEY}
        onBack={() => onOpen(undefined)}
        onClose={onClose}
      />
    )
  }
  if (start?.startsWith(HOOK) && (start !== NEW_HOOK || mayEdit)) {
    return (
      <HookPanel
        workflowId={workflow.id}
        hookId={start === NEW_HOOK ? undefined : start.slice(HOOK.length)}
        mayEdit={mayEdit}
        onOpen={(id) => onOpen(id && HOOK + id)}
        onClose={onClose}
      />
    )
  }
  if (start?.startsWith(MAIL) && (start !== NEW_MAIL || mayEdit)) {
    return (
      <MailPanel
        key={start}
        workflowId={workflow.id}
        address={start.slice(MAIL.length)}
        mayEdit={mayEdit}
        mayRun={mayRun}
        onOpen={(address) => onOpen(address && `${MAIL}${address}`)}
        onClose={onClose}
      />
    )
  }
  if (start !== undefined && !start.startsWith(HOOK) && !start.startsWith(MAIL) && (start !== 'new' || mayEdit)) {
    return (
      <SchedulePanel
        key={start}
        workflowId={workflow.id}
        start={start}
        organizationZone={query.data?.time_zone ?? user.time_zone}
        mayEdit={mayEdit}
        mayRun={mayRun}
        onOpen={onOpen}
        onClose={onClose}
      />
    )
  }
  return <AllStarts workflow={workflow} mayEdit={mayEdit} onOpen={onOpen} onClose={onClose} />
}

type AllStartsProps = Omit<StartsPanelProps, 'start'> & { mayEdit: boolean }

function AllStarts({ workflow, mayEdit, onOpen, onClose }: AllStartsProps) {
  const query = useQuery(startsQuery(workflow.id))
  const mail = useQuery(mailAddressesQuery(workflow.id))
  const { data: starts } = query
  const { text, most } = starts ? startedInAll(starts, mail.data?.addresses ?? []) : { text: '', most: 0 }
  const kinds = starts && { starts, workflowId: workflow.id, mayEdit, most, onOpen }
  return (
    <Panel
      title={texts.title}
      kind="work"
      // Without the email addresses it would be too little.
      actions={starts && mail.data && <Tag className="mr-1">{texts.inAll(text)}</Tag>}
      onClose={onClose}
    >
      <p className="mb-3 text-sm text-fg-3">{texts.about(workflow.name)}</p>
      {query.isError && !starts ? (
        <QueryFailed query={query} title={texts.failed} />
      ) : kinds ? (
        <div className="@container -mx-4 divide-y border-t">
          {kinds.starts.held && (
            <div className="p-3">
              <Banner tone="warning" title={texts.held[kinds.starts.held]} />
            </div>
          )}
          <People {...kinds} />
          <Forms {...kinds} />
          <Schedules {...kinds} />
          <Webhooks {...kinds} />
          <MailAddresses {...kinds} query={mail} />
          <ApiKeys {...kinds} />
          <p className="px-4 py-3 text-xs text-fg-3">{texts.foot}</p>
        </div>
      ) : (
        <output aria-label={texts.loading} className="grid gap-3">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </output>
      )}
    </Panel>
  )
}
