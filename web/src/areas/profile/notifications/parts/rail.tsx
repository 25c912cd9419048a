import type { Digest, NotificationSettings, QuietHours } from '@throughline/contracts/notification-settings'
import { Moon } from 'lucide-react'
import { Card } from '../../../../ui/card.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { TimeInput } from '../../../org/parts/time-input.tsx'
import { texts } from '../notifications.texts.ts'

const Figure = ({ value, name }: { value: number; name: string }) => (
  <div className="flex-1 px-2 py-3 text-center">
    <div translate="no" className="tnum text-xl font-semibold">
      {value}
    </div>
    <div className="text-xs text-fg-3">{name}</div>
  </div>
)

export function WeekCard({ week }: { week: NotificationSettings['last_week'] }) {
  const { messages, emails, digests, default_emails, skipped } = week
  return (
    <Card title={texts.week.title}>
      <div className="flex divide-x border-b">
        <Figure value={messages} name={texts.week.messages} />
        <Figure value={emails} name={texts.week.emails} />
        <Figure value={digests} name={texts.week.digests} />
      </div>
      <p className="px-5 py-3 text-xs text-fg-3">
        {texts.week.defaults(default_emails)} {skipped > 0 && texts.week.skipped(skipped)}
      </p>
    </Card>
  )
}

type QuietCardProps = { quiet: QuietHours; zone: string; onChange: (quiet: QuietHours) => void }

export function QuietCard({ quiet, zone, onChange }: QuietCardProps) {
  const set = (change: Partial<QuietHours>) => onChange({ ...quiet, ...change })
  const time = { invalid: false, describedBy: undefined }
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return (
    <Card
      title={texts.quiet.title}
      action={<Switch aria-label={texts.quiet.title} checked={quiet.on} onChange={(on) => set({ on })} />}
    >
      <div className="space-y-4 px-5 py-4">
        <div className="flex items-center gap-2 text-sm">
          <Moon size={15} aria-hidden className="shrink-0 text-fg-3" />
          <span className="w-20">
            <TimeInput {...time} label={texts.quiet.from} value={quiet.from} onChange={(from) => set({ from })} />
          </span>
          <span className="text-fg-3">{texts.quiet.between}</span>
          <span className="w-20">
            <TimeInput {...time} label={texts.quiet.to} value={quiet.to} onChange={(to) => set({ to })} />
          </span>
        </div>
        <Switch checked={quiet.weekends} onChange={(weekends) => set({ weekends })} hint={texts.quiet.zone(place)}>
          {texts.quiet.weekends}
        </Switch>
        <Switch checked={quiet.let_due_through} onChange={(let_due_through) => set({ let_due_through })}>
          {texts.quiet.due}
        </Switch>
        <p className="text-xs text-fg-3">{texts.quiet.note}</p>
      </div>
    </Card>
  )
}

const DAYS = (['working_days', 'every_day', 'mondays', 'off'] as const).map((value) => ({
  value,
  label: texts.digest.choices[value],
}))

export function DigestCard({ digest, onChange }: { digest: Digest; onChange: (digest: Digest) => void }) {
  return (
    <Card title={texts.digest.title}>
      <div className="space-y-3 px-5 py-4">
        <div className="flex items-center gap-2">
          <Select
            size="sm"
            label={texts.digest.days}
            value={digest.days}
            items={DAYS}
            onChange={(days) => onChange({ ...digest, days })}
          />
          <span className="w-20 shrink-0">
            <TimeInput
              label={texts.digest.time}
              value={digest.time}
              onChange={(time) => onChange({ ...digest, time })}
              invalid={false}
              describedBy={undefined}
            />
          </span>
        </div>
        <p className="text-xs text-fg-3">{texts.digest.note}</p>
      </div>
    </Card>
  )
}
