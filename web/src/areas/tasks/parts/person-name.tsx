import type { Person } from '@throughline/contracts/running'
import { Avatar } from '../../../ui/avatar.tsx'

type PersonNameProps = { person: Pick<Person, 'name' | 'photo'>; size?: number; label?: string }

export function PersonName({ person, size = 18, label }: PersonNameProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <Avatar name={person.name} src={person.photo ?? undefined} size={size} />
      <span translate="no" className="truncate">
        {label ?? person.name}
      </span>
    </span>
  )
}
