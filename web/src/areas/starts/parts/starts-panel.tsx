import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedHook } from '@throughline/contracts/hooks'
import type { ListedSchedule } from '@throughline/contracts/starts'
import type { Workflow } from '@throughline/contracts/workflows'
import {
  CalendarClock,
  ChevronRight,
  ClipboardList,
  Code,
  Hand,
  type LucideIcon,
  Mail,
  Plus,
  TriangleAlert,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { can, useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { agoText } from '../../../shared/format/moments.ts'
import { shortDate, weekdayDate } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { ApiPanel } from '../api-keys/api-panel.tsx'
import { HookPanel } from '../hooks/hook-panel.tsx'
import { mailAddressesQuery } from '../mail/mail.api.ts'
import { mailTexts } from '../mail/mail.texts.ts'
import { MailPanel } from '../mail/mail-panel.tsx'
import { SchedulePanel } from '../schedule/schedule-panel.tsx'
import { shortRule } from '../schedule-text.ts'
import { type Starts, startsQuery } from '../starts.api.ts'
import { texts } from '../starts.texts.ts'

type StartsPanelProps = {
  workflow: Pick<Workflow, 'id' | 'name'>
  /** The one that is open, or `new`; of a webhook or an email address after the name of its kind. */
  start: string | undefined
  onOpen: (start: string | undefined) => void
  onClose: () => void
}

/** Each kind but schedules has a name before its id. */
const HOOK = 'webhook-'
const NEW_HOOK = `${HOOK}new`
const MAIL = 'mail-'
const NEW_MAIL = `${MAIL}new`
const API = 'api'

/** Everything that starts a workflow, and each of it. */
export function StartsPanel({ workflow, start, onOpen, onClose }: StartsPanelProps) {
  const user = useCurrentUser()
  const query = useQuery(startsQuery(workflow.id))
  if (!user) return null
  const mayEdit = can(user, 'workflows.publish') && can(user, 'instances.manage')
  const mayRun = can(user, 'instances.manage')
  if (start === API) {
    return <ApiPanel workflowId={workflow.id} mayEdit={mayEdit} onBack={() => onOpen(undefined)} onClose={onClose} />
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
  return (
    <Panel title={texts.title} kind="work" onClose={onClose}>
      <p className="mb-3 text-sm text-fg-3">{texts.about(workflow.name)}</p>
      {query.isError && !query.data ? (
        <QueryFailed query={query} title={texts.failed} />
      ) : query.data ? (
        <Overview starts={query.data} workflowId={workflow.id} mayEdit={mayEdit} onOpen={onOpen} />
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

type OverviewProps = { starts: Starts; workflowId: string; mayEdit: boolean; onOpen: (start: string) => void }

function Overview({ starts, workflowId, mayEdit, onOpen }: OverviewProps) {
  return (
    <div className="-mx-4 divide-y border-t">
      {starts.held && (
        <div className="p-3">
          <Banner tone="warning" title={texts.held[starts.held]} />
        </div>
      )}
      <Kind icon={Hand} title={texts.person}>
        <Link
          to="/workflows/$workflowId/instances"
          params={{ workflowId }}
          search={{ panel: 'add' }}
          className={rowClass}
        >
          <Entry name={texts.panel} detail={texts.panelHint} />
        </Link>
        <Link
          to="/workflows/$workflowId/instances"
          params={{ workflowId }}
          search={{ panel: 'table' }}
          className={rowClass}
        >
          <Entry name={texts.table} detail={texts.tableHint} />
        </Link>
      </Kind>
      <Kind icon={ClipboardList} title={texts.form}>
        <Forms forms={starts.forms} unfit={starts.unfit} />
      </Kind>
      <Kind
        icon={CalendarClock}
        title={texts.schedule}
        action={mayEdit && <IconButton label={texts.addSchedule} icon={Plus} size="sm" onClick={() => onOpen('new')} />}
      >
        {starts.schedules.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{texts.noSchedules}</p>}
        {starts.schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            isUnfit={starts.unfit.includes(schedule.id)}
            zone={schedule.time_zone ?? starts.time_zone}
            onOpen={() => onOpen(schedule.id)}
          />
        ))}
      </Kind>
      <Kind
        icon={Webhook}
        title={texts.webhook}
        action={
          mayEdit && <IconButton label={texts.addWebhook} icon={Plus} size="sm" onClick={() => onOpen(NEW_HOOK)} />
        }
      >
        {starts.webhooks.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{texts.noWebhooks}</p>}
        {starts.webhooks.map((hook) => (
          <HookRow
            key={hook.id}
            hook={hook}
            isUnfit={starts.unfit.includes(hook.id)}
            onOpen={() => onOpen(HOOK + hook.id)}
          />
        ))}
      </Kind>
      <MailAddresses workflowId={workflowId} unfit={starts.unfit} mayEdit={mayEdit} onOpen={onOpen} />
      <Kind icon={Code} title={texts.api}>
        <button type="button" onClick={() => onOpen(API)} className={rowClass}>
          <Entry
            name={texts.apiKeys}
            detail={starts.api_keys.length > 0 ? starts.api_keys.map(({ name }) => name).join(', ') : texts.noKeys}
            count={<Count title={texts.startedTotal(startedByKeys(starts))} count={startedByKeys(starts)} />}
          />
        </button>
      </Kind>
      <p className="px-4 py-3 text-xs text-fg-3">{texts.foot}</p>
    </div>
  )
}

const startedByKeys = ({ api_keys }: Starts) => api_keys.reduce((sum, { started }) => sum + started, 0)

const rowClass = 'flex w-full items-center gap-3 rounded-sm py-1.5 pr-1 pl-6 text-left hover:bg-surface-2'

type KindProps = { icon: LucideIcon; title: string; action?: ReactNode; children: ReactNode }

function Kind({ icon: Icon, title, action, children }: KindProps) {
  return (
    <section aria-label={title} className="px-4 py-2.5">
      <div className="flex min-h-7 items-center gap-2">
        <Icon size={15} aria-hidden className="text-fg-3" />
        <h3 className="flex-1 text-sm text-fg-2">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

type EntryProps = { name: string; detail: string; trouble?: string | undefined; mark?: ReactNode; count?: ReactNode }

function Entry({ name, detail, trouble, mark, count }: EntryProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          <span translate="no" className="truncate">
            {name}
          </span>
          {mark}
          {trouble && (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs font-normal text-warning-fg">
              <TriangleAlert size={12} aria-hidden />
              {trouble}
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-fg-3">{detail}</span>
      </span>
      {count}
      <ChevronRight size={14} aria-hidden className="shrink-0 text-fg-3" />
    </>
  )
}

const Count = ({ title, count }: { title: string; count: number }) => (
  <span title={title} className="tnum shrink-0 text-sm text-fg-2">
    {count}
    <span className="sr-only"> {title}</span>
  </span>
)

/** A start that doesn't fit its workflow is shown before what happened to single calls. */
const troubleOf = (isUnfit: boolean, ...others: (string | false)[]): string | undefined =>
  [isUnfit && texts.unfit, ...others].find((one) => one !== false)

function Forms({ forms, unfit }: Pick<Starts, 'forms' | 'unfit'>) {
  const [zone, now] = [useZone(), useNow()]
  if (forms.length === 0) return <p className="py-1 pl-6 text-sm text-fg-3">{texts.noForms}</p>
  return forms.map((form) => (
    <Link key={form.form_id} to="/forms/$formId/submissions" params={{ formId: form.form_id }} className={rowClass}>
      <Entry
        name={form.title}
        detail={`${texts.mapped(form.fields)} ${
          form.last_response_at ? texts.lastResponse(agoText(form.last_response_at, zone, now)) : texts.noResponse
        }`}
        trouble={troubleOf(unfit.includes(form.form_id), form.not_started > 0 && texts.notStarted(form.not_started))}
        count={<Count title={texts.startedTotal(form.started)} count={form.started} />}
      />
    </Link>
  ))
}

function pausedText(at: string, by: string | null, zone: string, now: number): string {
  const day = shortDate(at, zone, now)
  return by ? texts.pausedBy(by, day) : texts.pausedOn(day)
}

function stateOf({ paused_at, paused_by, next_run_at }: ListedSchedule, zone: string, now: number): string {
  if (paused_at) return pausedText(paused_at, paused_by, zone, now)
  return next_run_at ? texts.next(weekdayDate(next_run_at, zone, now)) : texts.ended
}

type ScheduleRowProps = { schedule: ListedSchedule; isUnfit: boolean; zone: string; onOpen: () => void }

function ScheduleRow({ schedule, isUnfit, zone, onOpen }: ScheduleRowProps) {
  const now = useNow()
  const state = stateOf(schedule, zone, now)
  const { held, trouble } = schedule
  return (
    <button type="button" onClick={onOpen} className={rowClass}>
      <Entry
        name={schedule.name}
        detail={schedule.paused_at ? state : `${shortRule(schedule.rule, now)}. ${state}`}
        mark={schedule.paused_at && <Tag>{texts.paused}</Tag>}
        trouble={troubleOf(isUnfit, trouble > 0 && texts.trouble(trouble), held > 0 && texts.heldRuns(held))}
        count={
          schedule.paused_at ? undefined : (
            <Count title={texts.startedRecently(schedule.started)} count={schedule.started} />
          )
        }
      />
    </button>
  )
}

function HookRow({ hook, isUnfit, onOpen }: { hook: ListedHook; isUnfit: boolean; onOpen: () => void }) {
  const [zone, now] = [useZone(), useNow()]
  const { paused_at, paused_by, last_call_at, rejected, held } = hook
  const last = last_call_at ? texts.lastCall(agoText(last_call_at, zone, now)) : texts.noCalls
  const trouble = troubleOf(isUnfit, held > 0 && texts.heldCalls(held), rejected > 0 && texts.rejectedToday(rejected))
  return (
    <button type="button" onClick={onOpen} className={rowClass}>
      <Entry
        name={hook.name}
        detail={paused_at ? pausedText(paused_at, paused_by, zone, now) : `${texts.hookStyles[hook.style]} ${last}`}
        mark={paused_at && <Tag>{texts.paused}</Tag>}
        trouble={trouble}
        count={<Count title={texts.startedRecently(hook.started)} count={hook.started} />}
      />
    </button>
  )
}

type MailAddressesProps = Pick<OverviewProps, 'workflowId' | 'mayEdit' | 'onOpen'> & Pick<Starts, 'unfit'>

/** Nothing of it shows where the installation receives no mail. */
function MailAddresses({ workflowId, unfit, mayEdit, onOpen }: MailAddressesProps) {
  const [zone, now] = [useZone(), useNow()]
  const query = useQuery(mailAddressesQuery(workflowId))
  if (query.isError && !query.data) return <QueryFailed query={query} title={mailTexts.listFailed} />
  if (!query.data?.domain) return null
  const { addresses } = query.data
  return (
    <Kind
      icon={Mail}
      title={mailTexts.kind}
      action={mayEdit && <IconButton label={mailTexts.add} icon={Plus} size="sm" onClick={() => onOpen(NEW_MAIL)} />}
    >
      {addresses.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{mailTexts.none}</p>}
      {addresses.map(({ id, address, senders, domains, paused_at, started, held, last_at }) => {
        const whose = senders === 'domains' ? mailTexts.whose.domains(domains.length) : mailTexts.whose[senders]
        const last = last_at ? mailTexts.lastEmail(agoText(last_at, zone, now)) : mailTexts.noEmail
        return (
          <button key={id} type="button" onClick={() => onOpen(`${MAIL}${id}`)} className={rowClass}>
            <Entry
              name={address}
              detail={`${whose} ${last}`}
              mark={paused_at && <Tag>{texts.paused}</Tag>}
              trouble={troubleOf(unfit.includes(id), held > 0 && mailTexts.held(held))}
              count={<Count title={texts.startedRecently(started)} count={started} />}
            />
          </button>
        )
      })}
    </Kind>
  )
}
