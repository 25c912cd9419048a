import { cn } from '../../../ui/cn.ts'
import { texts } from './rail.texts.ts'

type MiniRailProps = {
  /** One for each step of the drawn path, in order. */
  mini: readonly { name: string; state: string }[]
  total: number
  done: number
  /** Whatever has ended goes grey. */
  ended?: boolean
  className?: string
}

const ALARMING = new Set(['failed', 'overdue'])

function look(state: string, ended: boolean) {
  if (ended) return state === 'done' ? 'flex-1 bg-quiet-mark' : 'flex-1 bg-(--viz-track)'
  if (state === 'done') return 'flex-1 bg-accent'
  if (ALARMING.has(state)) return 'flex-[1.8] bg-danger-mark'
  return state === 'open' ? 'flex-[1.8] bg-info-mark' : 'flex-1 bg-(--viz-track)'
}

/** A whole instance in one line: a segment for each step, wider where work is open. */
export function MiniRail({ mini, total, done, ended = false, className }: MiniRailProps) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no file
      role="img"
      aria-label={texts.done(done, total)}
      className={cn('flex h-1.5 w-full gap-[3px]', className)}
    >
      {mini.map(({ name, state }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two steps can have one name, and only their place tells which
        <span
          key={place}
          translate="no"
          title={name}
          className={cn('h-full min-w-0.5 rounded-full', look(state, ended))}
        />
      ))}
    </span>
  )
}
