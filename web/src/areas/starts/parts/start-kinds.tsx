import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ListedHook } from '@throughline/contracts/hooks'
import type { ListedMailAddress } from '@throughline/contracts/mail-starts'
import type { ListedSchedule } from '@throughline/contracts/starts'
import { CalendarClock, ClipboardList, Code, Hand, Mail, Plus, Webhook } from 'lucide-react'
import { can, useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { agoText } from '../../../shared/format/moments.ts'
import { shortDate, weekdayDate } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { mailTexts } from '../mail/mail.texts.ts'
import { shortRule } from '../schedule-text.ts'
import type { Starts } from '../starts.api.ts'
import { texts } from '../starts.texts.ts'
import { Entry, Kind, rowClass, Started } from './start-entry.tsx'

/** Each kind but schedules has a name before its id. */
export const HOOK = 'webhook-'
export const NEW_HOOK = `${HOOK}new`
export const MAIL = 'mail-'
export const NEW_MAIL = `${MAIL}new`
export const API = 'api'
export const NEW_KEY = `${API}-new`

export type KindsProps = {
  starts: Starts
  workflowId: string
  mayEdit: boolean
  /** What the busiest of them has started. */
  most: number
  onOpen: (start: string) => void
}

type AddProps = { label: string; onAdd: () => void }

const Add = ({ label, onAdd }: AddProps) => <IconButton label={label} icon={Plus} size="sm" onClick={onAdd} />

/** A start that doesn't fit its workflow is shown before what happened to single calls. */
const troubleOf = (isUnfit: boolean, ...others: (string | false)[]): string | undefined =>
  [isUnfit && texts.unfit, ...others].find((one) => one !== false)

export function People({ starts, workflowId, most }: KindsProps) {
  const { by_person, capped } = starts.started
  const to = { to: '/workflows/$workflowId/instances', params: { workflowId }, className: rowClass } as const
  return (
    <Kind icon={Hand} title={texts.person}>
      <Link {...to} search={{ panel: 'add' }}>
        <Entry
          name={texts.panel}
          detail={texts.panelHint}
          count={<Started count={by_person} most={most} capped={capped} />}
        />
      </Link>
      <Link {...to} search={{ panel: 'table' }}>
        <Entry name={texts.table} detail={texts.tableHint} />
      </Link>
    </Kind>
  )
}

/** Which workflow a form starts is said at the form. */
export function Forms({ starts: { forms, unfit }, most }: KindsProps) {
  const [user, zone, now] = [useCurrentUser(), useZone(), useNow()]
  const navigate = useNavigate()
  const add = () => void navigate({ to: '/forms', search: { status: 'active' } })
  return (
    <Kind
      icon={ClipboardList}
      title={texts.form}
      action={can(user, 'publishing.manage') && <Add label={texts.addForm} onAdd={add} />}
    >
      {forms.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{texts.noForms}</p>}
      {forms.map(({ form_id, title, fields, last_response_at, started, not_started }) => (
        <Link key={form_id} to="/forms/$formId/submissions" params={{ formId: form_id }} className={rowClass}>
          <Entry
            name={title}
            detail={`${texts.mapped(fields)} ${
              last_response_at ? texts.lastResponse(agoText(last_response_at, zone, now)) : texts.noResponse
            }`}
            trouble={troubleOf(unfit.includes(form_id), not_started > 0 && texts.notStarted(not_started))}
            count={<Started count={started} most={most} />}
          />
        </Link>
      ))}
    </Kind>
  )
}

export function Schedules({ starts, mayEdit, most, onOpen }: KindsProps) {
  const { schedules, unfit, time_zone } = starts
  return (
    <Kind
      icon={CalendarClock}
      title={texts.schedule}
      action={mayEdit && <Add label={texts.addSchedule} onAdd={() => onOpen('new')} />}
    >
      {schedules.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{texts.noSchedules}</p>}
      {schedules.map((schedule) => (
        <ScheduleRow
          key={schedule.id}
          schedule={schedule}
          isUnfit={unfit.includes(schedule.id)}
          zone={schedule.time_zone ?? time_zone}
          most={most}
          onOpen={() => onOpen(schedule.id)}
        />
      ))}
    </Kind>
  )
}

function pausedText(at: string, by: string | null, zone: string, now: number): string {
  const day = shortDate(at, zone, now)
  return by ? texts.pausedBy(by, day) : texts.pausedOn(day)
}

function stateOf({ paused_at, paused_by, next_run_at }: ListedSchedule, zone: string, now: number): string {
  if (paused_at) return pausedText(paused_at, paused_by, zone, now)
  return next_run_at ? texts.next(weekdayDate(next_run_at, zone, now)) : texts.ended
}

type ScheduleRowProps = {
  schedule: ListedSchedule
  isUnfit: boolean
  zone: string
  most: number
  onOpen: () => void
}

function ScheduleRow({ schedule, isUnfit, zone, most, onOpen }: ScheduleRowProps) {
  const now = useNow()
  const state = stateOf(schedule, zone, now)
  const { held, trouble, started, paused_at } = schedule
  return (
    <button type="button" onClick={onOpen} className={rowClass}>
      <Entry
        name={schedule.name}
        detail={paused_at ? state : `${shortRule(schedule.rule, now)}. ${state}`}
        mark={paused_at && <Tag>{texts.paused}</Tag>}
        trouble={troubleOf(isUnfit, trouble > 0 && texts.trouble(trouble), held > 0 && texts.heldRuns(held))}
        count={(!paused_at || started > 0) && <Started count={started} most={most} />}
      />
    </button>
  )
}

export function Webhooks({ starts: { webhooks, unfit }, mayEdit, most, onOpen }: KindsProps) {
  return (
    <Kind
      icon={Webhook}
      title={texts.webhook}
      action={mayEdit && <Add label={texts.addWebhook} onAdd={() => onOpen(NEW_HOOK)} />}
    >
      {webhooks.length === 0 && <p className="py-1 pl-6 text-sm text-fg-3">{texts.noWebhooks}</p>}
      {webhooks.map((hook) => (
        <HookRow
          key={hook.id}
          hook={hook}
          isUnfit={unfit.includes(hook.id)}
          most={most}
          onOpen={() => onOpen(HOOK + hook.id)}
        />
      ))}
    </Kind>
  )
}

type HookRowProps = { hook: ListedHook; isUnfit: boolean; most: number; onOpen: () => void }

function HookRow({ hook, isUnfit, most, onOpen }: HookRowProps) {
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
        count={<Started count={hook.started} most={most} />}
      />
    </button>
  )
}

type MailAddressesProps = KindsProps & {
  query: UseQueryResult<{ domain: string | null; addresses: ListedMailAddress[] }>
}

/** Nothing of it shows where the installation receives no mail. */
export function MailAddresses({ query, starts: { unfit }, mayEdit, most, onOpen }: MailAddressesProps) {
  const [zone, now] = [useZone(), useNow()]
  if (query.isError && !query.data) return <QueryFailed query={query} title={mailTexts.listFailed} />
  if (!query.data?.domain) return null
  const { addresses } = query.data
  return (
    <Kind
      icon={Mail}
      title={mailTexts.kind}
      action={mayEdit && <Add label={mailTexts.add} onAdd={() => onOpen(NEW_MAIL)} />}
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
              count={<Started count={started} most={most} />}
            />
          </button>
        )
      })}
    </Kind>
  )
}

export function ApiKeys({ starts: { api_keys, started }, mayEdit, most, onOpen }: KindsProps) {
  return (
    <Kind icon={Code} title={texts.api} action={mayEdit && <Add label={texts.addKey} onAdd={() => onOpen(NEW_KEY)} />}>
      <button type="button" onClick={() => onOpen(API)} className={rowClass}>
        <Entry
          name={texts.apiKeys}
          detail={api_keys.length > 0 ? api_keys.map(({ name }) => name).join(', ') : texts.noKeys}
          count={<Started count={started.by_key} most={most} capped={started.capped} />}
        />
      </button>
    </Kind>
  )
}
