import type { CalendarItem } from '@throughline/contracts/calendar'
import { CalendarClock, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { texts } from '../calendar.texts.ts'
import { addDays, type Day, weekdayOf } from '../calendar-days.ts'
import { dayName } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'

/** Which item is to be moved, and where the menu stands. */
export interface MoveTarget {
  item: CalendarItem
  anchor: Element
}

/** The next Monday after a day. */
const nextMonday = (day: Day) => addDays(day, 8 - weekdayOf(day))

/** What dragging does, by choosing. */
export function MoveMenu({ target, onClose }: { target: MoveTarget; onClose: () => void }) {
  const { today, isOff, holidayOn, move } = useCalendarActs()
  const [picking, setPicking] = useState(false)
  const { item, anchor } = target
  const choices: [string, Day][] = [
    [texts.move.tomorrow, addDays(today, 1)],
    [texts.move.nextMonday, nextMonday(today)],
    [texts.move.inAWeek, addDays(item.day, 7)],
  ]
  const noteOf = (day: Day) => holidayOn(day)?.name ?? (isOff(day) ? texts.move.dayOff : undefined)
  const to = (day: Day | null) => {
    onClose()
    void move(item, day)
  }
  if (picking) return <PickDay item={item} onClose={onClose} onPick={to} />
  return (
    <Menu anchor={anchor} open onOpenChange={(open) => !open && onClose()}>
      <MenuGroup label={texts.move.now(item.title, dayName(item.day))}>
        {choices.map(([label, day]) => (
          <MenuItem key={label} icon={CalendarClock} kbd={dayName(day)} onSelect={() => to(day)}>
            {label}
            {noteOf(day) && <span className="ml-2 text-xs text-fg-3">{noteOf(day)}</span>}
          </MenuItem>
        ))}
        <MenuItem icon={CalendarClock} onSelect={() => setPicking(true)}>
          {texts.move.pick}
        </MenuItem>
        <MenuItem icon={CalendarX} onSelect={() => to(null)}>
          {texts.move.none}
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <p className="px-2 pb-1 text-xs text-fg-3">{texts.move.hint}</p>
    </Menu>
  )
}

type PickDayProps = { item: CalendarItem; onClose: () => void; onPick: (day: Day) => void }

function PickDay({ item, onClose, onPick }: PickDayProps) {
  const [day, setDay] = useState(item.day)
  return (
    <Dialog
      title={texts.move.pickTitle}
      note={<span translate="no">{item.title}</span>}
      width={380}
      onClose={onClose}
      action={{ label: texts.move.pickAction, disabled: day === '' || day === item.day, onClick: () => onPick(day) }}
    >
      <Field label={texts.move.day}>
        <Input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
    </Dialog>
  )
}
