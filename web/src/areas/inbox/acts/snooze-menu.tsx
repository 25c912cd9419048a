import type { Message, Snooze } from '@throughline/contracts/inbox'
import { AlarmClock, ArrowRight, CalendarClock, type LucideIcon, MessageSquareDot, Sun, Sunrise } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { clockTime, dayKey, written } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Menu } from '../../../ui/menu.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { texts } from './acts.texts.ts'
import { type SnoozeTime, snoozeLimit, snoozeTimes } from './snooze-times.ts'

const PickTime = lazyPart(
  () => import('./pick-time.tsx'),
  (module) => module.PickTime,
)

const icons: Record<SnoozeTime['key'], LucideIcon> = {
  later: Sun,
  beforeDue: AlarmClock,
  tomorrow: Sunrise,
  nextWeek: ArrowRight,
}

const weekdayTime = written({ weekday: 'short', hour: 'numeric', minute: '2-digit' })

type SnoozeMenuProps = {
  messages: readonly Message[]
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  onSnooze: (snooze: Snooze) => void
  side?: 'top' | 'bottom'
}

/** When a message comes back. What needs the person comes back an hour before it is due at the latest. */
export function SnoozeMenu({ messages, trigger, open, onOpenChange, onSnooze, side }: SnoozeMenuProps) {
  const zone = useZone()
  const now = useNow()
  const [picking, setPicking] = useState(false)
  const bound = snoozeLimit(messages)
  const times = snoozeTimes(messages, zone, now)
  const untilWhen = (at: number) => (dayKey(at, zone) === dayKey(now, zone) ? clockTime : weekdayTime)(at, zone)
  const isTooLate = bound !== undefined && bound.limit <= now
  const reason =
    bound &&
    times.some(({ allowed }) => !allowed) &&
    (isTooLate
      ? texts.tooLate(momentWithin(bound.due, zone, now))
      : texts.limit(momentWithin(bound.due, zone, now), untilWhen(bound.limit)))
  return (
    <>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} {...(side && { side })}>
        <MenuGroup label={texts.until}>
          {times.map(({ key, at, allowed }) => (
            <MenuItem
              key={key}
              icon={icons[key]}
              kbd={untilWhen(at)}
              disabled={!allowed}
              onSelect={() => onSnooze({ until: new Date(at).toISOString() })}
            >
              {texts[key]}
            </MenuItem>
          ))}
        </MenuGroup>
        {reason && <p className="max-w-72 px-2 py-1 text-xs text-warning-fg">{reason}</p>}
        <MenuSeparator />
        <MenuItem icon={MessageSquareDot} onSelect={() => onSnooze({ for_news: true })}>
          {texts.news}
          <span className="block text-xs text-fg-3">{texts.newsNote}</span>
        </MenuItem>
        <MenuItem icon={CalendarClock} disabled={isTooLate} onSelect={() => setPicking(true)}>
          {texts.pick}
        </MenuItem>
      </Menu>
      {picking && (
        <Suspense>
          <PickTime
            limit={bound}
            onPick={(at) => {
              setPicking(false)
              onSnooze({ until: new Date(at).toISOString() })
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
