import { useQuery } from '@tanstack/react-query'
import type { getControlledOrg } from '@throughline/contracts/admin'
import type { Output } from '@throughline/contracts/endpoint'
import { TenantId } from '@throughline/contracts/ids'
import { ArrowLeft, Building2, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { numberText } from '../../../shared/format/count.ts'
import { dateRange, momentWithin } from '../../../shared/format/moments.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { dateText } from '../../../shared/format/time.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { organizationQuery } from '../admin.api.ts'
import { texts as adminTexts } from '../admin.texts.ts'
import { adminPath } from '../admin-search.ts'
import { countedUpTo } from '../parts/counted-up-to.ts'
import { StaffActivity } from '../staff-log/staff-activity.tsx'
import { texts } from './organizations.texts.ts'
import { UsageDays } from './usage-days.tsx'

const oneTexts = texts.one

type Organization = Output<typeof getControlledOrg>

/** One organization in numbers. Opening it is in the staff log. */
export function OrganizationPage({ orgId }: { orgId: string }) {
  const query = useQuery(organizationQuery(TenantId.parse(orgId)))
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-330 px-5 pt-5 pb-10">
        <PathLink
          path={adminPath({ tab: 'organizations' })}
          className={`mb-4 inline-flex items-center gap-2 text-sm ${quietLinkClass}`}
        >
          <ArrowLeft size={14} aria-hidden />
          {oneTexts.back}
        </PathLink>
        {query.data && <Page organization={query.data} />}
        {query.isPending && (
          <Loading label={oneTexts.loading}>
            <Skeleton className="mb-5 h-12 w-80" />
            <Skeleton className="h-60" />
          </Loading>
        )}
        {query.isError && !query.data && (
          <QueryFailed
            query={query}
            title={oneTexts.failed}
            retryLabel={adminTexts.retry}
            gone={{ icon: Building2, title: oneTexts.gone, hint: oneTexts.goneHint }}
          />
        )}
      </div>
    </div>
  )
}

const TONES = { trial: 'info', active: 'success', lapsed: 'warning' } as const

function SubscriptionTag({ state }: { state: Organization['subscription'] }) {
  if (state === null) return <span className="text-fg-3">{texts.none}</span>
  return <Tag tone={TONES[state]}>{texts.subscriptions[state]}</Tag>
}

function Page({ organization }: { organization: Organization }) {
  const { id, name, logo, subscription } = organization
  const zone = useZone()
  return (
    <>
      <div className="mb-4 flex items-center gap-3.5">
        <Avatar name={name} src={logo ?? undefined} size={44} className="rounded-md!" />
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} translate="no" title={name} className="truncate text-xl outline-none">
            {name}
          </h1>
          <p className="text-sm wrap-anywhere text-fg-3">{profileText(organization, zone)}</p>
        </div>
        <SubscriptionTag state={subscription} />
      </div>
      <div className="grid items-start gap-4 min-[1000px]:grid-cols-3">
        <PlanCard organization={organization} />
        <UsageCard organization={organization} />
        <div className="space-y-4 min-[1000px]:row-span-2">
          <HealthCard organization={organization} />
          <Card className="p-5">
            <h2 className="flex items-center gap-2 text-md">
              <EyeOff size={15} aria-hidden className="text-fg-3" />
              {oneTexts.leftOut}
            </h2>
            <p className="mt-2 text-sm text-fg-2">{oneTexts.leftOutText}</p>
          </Card>
        </div>
        <div className="space-y-4 min-[1000px]:col-span-2">
          <UsageDays days={organization.days} />
          <StaffActivity about={id} />
        </div>
      </div>
    </>
  )
}

/** What they say about themselves, as far as they say it. */
function profileText(organization: Organization, zone: string) {
  const { industry, size, address, website, contact_email, phone, time_zone, created_at } = organization
  const since = oneTexts.since(dateText(created_at, zone))
  const parts = [industry, size, address.replaceAll('\n', ', '), website, contact_email, phone, time_zone, since]
  return parts.filter(Boolean).join(' · ')
}

const Figures = ({ children }: { children: ReactNode }) => <dl className="divide-y px-5 py-1">{children}</dl>

function Figure({ label, alarming, children }: { label: string; alarming?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
      <dt className="shrink-0 text-fg-2">{label}</dt>
      <dd className={cn('tnum text-right', alarming && 'text-warning-fg')}>{children}</dd>
    </div>
  )
}

function periodText({ from, to }: Organization['period']): string {
  if (from && to) return dateRange(from, to)
  if (from) return oneTexts.from(dateText(from, 'UTC'))
  return to ? oneTexts.until(dateText(to, 'UTC')) : oneTexts.noPeriod
}

function PlanCard({ organization }: { organization: Organization }) {
  const { plan, period, auto_renew, canceled_at } = organization
  const zone = useZone()
  return (
    <Card title={texts.plan} action={<Tag>{plan ?? texts.none}</Tag>}>
      <Figures>
        <Figure label={oneTexts.period}>{periodText(period)}</Figure>
        <Figure label={oneTexts.autoRenew}>
          {auto_renew === null ? texts.none : auto_renew ? oneTexts.on : oneTexts.off}
        </Figure>
        {canceled_at && <Figure label={oneTexts.canceled}>{dateText(canceled_at, zone)}</Figure>}
      </Figures>
    </Card>
  )
}

type Measured = Organization['usage']['people']

function UsageCard({ organization: { usage } }: { organization: Organization }) {
  return (
    <Card title={oneTexts.usage}>
      <div className="space-y-3.5 px-5 py-4">
        <Meter label={oneTexts.people} measured={usage.people} write={numberText} />
        <Meter label={oneTexts.storage} measured={usage.storage} write={sizeText} />
        <Meter label={oneTexts.runs} measured={usage.runs} write={numberText} />
      </div>
    </Card>
  )
}

type MeterProps = { label: string; measured: Measured; write: (value: number) => string }

function Meter({ label, measured: { used, limit }, write }: MeterProps) {
  const words = limit === null ? oneTexts.unlimited(write(used)) : oneTexts.of(write(used), write(limit))
  const share = limit ? Math.min(100, Math.round((used / limit) * 100)) : undefined
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span className="text-fg-2">{label}</span>
        <span className="tnum">{words}</span>
      </div>
      {share !== undefined && (
        <Progress label={label} value={share} tone={share >= 100 ? 'warning' : 'accent'} className="mt-1.5 w-full" />
      )}
    </div>
  )
}

/** Duties are carried out within seconds; after this long something is in their way. */
const LATE_DUTY = 5 * 60_000

function HealthCard({ organization }: { organization: Organization }) {
  const { days, automations_stopped, oldest_duty, last_active, audit } = organization
  const zone = useZone()
  const now = useNow()
  const sum = (of: (day: Organization['days'][number]) => number) => days.reduce((total, day) => total + of(day), 0)
  const failed = sum((day) => day.automations_failed)
  return (
    <Card title={oneTexts.health}>
      <Figures>
        <Figure label={oneTexts.stopped} alarming={automations_stopped > 0}>
          {countedUpTo(automations_stopped)}
        </Figure>
        <Figure
          label={oneTexts.oldestDuty}
          alarming={oldest_duty !== null && now - Date.parse(oldest_duty) > LATE_DUTY}
        >
          {oldest_duty ? momentWithin(oldest_duty, zone, now) : texts.none}
        </Figure>
        <Figure label={oneTexts.failedAutomations}>{numberText(failed)}</Figure>
        <Figure label={oneTexts.late}>
          {oneTexts.lateOf(
            sum((day) => day.late),
            sum((day) => day.ended),
          )}
        </Figure>
        <Figure label={oneTexts.refusedSignIns}>{numberText(sum((day) => day.refused_sign_ins))}</Figure>
        <Figure label={oneTexts.lastActive}>{last_active ? dateText(last_active, 'UTC') : texts.none}</Figure>
        <Figure label={oneTexts.audit}>
          {audit.signed_at
            ? oneTexts.signed(audit.signed_rows, audit.rows, momentWithin(audit.signed_at, zone, now))
            : oneTexts.notSigned}
        </Figure>
      </Figures>
    </Card>
  )
}
