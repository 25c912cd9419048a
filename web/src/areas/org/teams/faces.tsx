import type { Team } from '@throughline/contracts/org-teams'
import { Avatar } from '../../../ui/avatar.tsx'
import { texts } from '../teams.texts.ts'

const SHOWN = 4

/** The first few of a team and how many more there are. Decorative: the number stands beside it. */
export function Faces({ team, size = 26 }: { team: Team; size?: number }) {
  const shown = team.faces.slice(0, SHOWN)
  const rest = team.count - shown.length
  if (team.count === 0) return null
  return (
    <span aria-hidden className="flex items-center gap-1">
      {shown.map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={size} />
      ))}
      {rest > 0 && (
        <span
          style={{ width: size, height: size }}
          className="tnum grid place-items-center rounded-full bg-surface-3 text-2xs font-semibold text-fg-2"
        >
          {texts.more(rest)}
        </span>
      )}
    </span>
  )
}
