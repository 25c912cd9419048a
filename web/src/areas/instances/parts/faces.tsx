import type { Person } from '@throughline/contracts/running'
import { Avatar } from '../../../ui/avatar.tsx'
import { texts } from '../instances.texts.ts'

const MOST = 3

/** Named for the ears by all their names, however many pictures there is room for. */
export function Faces({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  const names = texts.people(people.map(({ name }) => name))
  return (
    <span title={names} translate="no" className="flex items-center -space-x-0.5">
      <span className="sr-only">{names}</span>
      {people.slice(0, MOST).map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={20} className="ring-2 ring-(--card)" />
      ))}
      {people.length > MOST && (
        <span aria-hidden className="tnum pl-1.5 text-xs text-fg-3">
          +{people.length - MOST}
        </span>
      )}
    </span>
  )
}
