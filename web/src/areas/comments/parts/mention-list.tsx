import { useLayoutEffect, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import type { Mentionable } from '../comments.api.ts'
import { texts } from '../comments.texts.ts'

type MentionListProps = {
  id: string
  people: readonly Mentionable[]
  active: number
  onPick: (person: Mentionable) => void
}

export const optionId = (list: string, place: number) => `${list}-${place}`

const ROOM_ABOVE = 272

/** Belongs to the box beside it, which keeps the focus and names the active one. It opens upwards where it has room. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [below, setBelow] = useState(false)
  useLayoutEffect(() => {
    const top = list.current?.parentElement?.getBoundingClientRect().top ?? ROOM_ABOVE
    setBelow(top < ROOM_ABOVE)
  }, [])
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the focus from the words
      role="listbox"
      aria-label={texts.people}
      tabIndex={-1}
      className={cn(
        'absolute inset-x-0 z-(--z-popover) max-h-64 overflow-y-auto rounded-lg border bg-overlay p-1 shadow-lg',
        below ? 'top-full mt-1' : 'bottom-full mb-1',
      )}
    >
      {people.map((person, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the box's
        <div
          key={person.id}
          id={optionId(id, place)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
          className={cn(
            'flex min-h-9 items-center gap-2.5 rounded-sm px-2 py-1',
            place === active ? 'bg-accent-subtle' : 'hover:bg-surface-3',
          )}
        >
          <Avatar name={person.name} src={person.photo ?? undefined} size={24} />
          <span className="min-w-0 leading-tight">
            <span translate="no" dir="auto" className="block truncate text-left font-medium">
              {person.name}
            </span>
            {person.participant && <span className="block truncate text-xs text-fg-2">{texts.onInstance}</span>}
          </span>
        </div>
      ))}
      {people.length === 0 && <p className="px-2 py-1.5 text-fg-3">{texts.matches(0)}</p>}
    </div>
  )
}
