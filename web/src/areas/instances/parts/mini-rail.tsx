import { cn } from '../../../ui/cn.ts'
import { texts } from './rail.texts.ts'

type MiniRailProps = {
  /** One for each task, in order. */
  mini: readonly { name: string; state: string }[]
  total: number
  done: number
  /** Whatever has ended goes grey. */
  ended?: boolean
  /** Tasks that are not there yet stand behind those that are. */
  ahead?: boolean
  className?: string
}

/** As many as there are names of. */
const MAX_STEPS = 30
const DONE = new Set(['completed', 'done', 'skipped'])
const ALARMING = new Set(['failed', 'overdue'])
const OPEN = new Set(['open', 'pending', 'in_progress', 'review'])

function look(state: string, ended: boolean) {
  if (ended) return DONE.has(state) ? 'flex-1 bg-quiet-mark' : 'flex-1 bg-(--viz-track)'
  if (DONE.has(state)) return 'flex-1 bg-accent'
  if (ALARMING.has(state)) return 'flex-[1.8] bg-danger-mark'
  return OPEN.has(state) ? 'flex-[1.8] bg-info-mark' : 'flex-1 bg-(--viz-track)'
}

/** A whole instance in one line: a segment for each task, wider where work is open. */
export function MiniRail({ mini, total, done, ended = false, ahead = true, className }: MiniRailProps) {
  const missing = ahead ? Math.max(0, Math.min(total, MAX_STEPS) - mini.length) : 0
  const segments = [...mini, ...Array.from({ length: missing }, () => ({ name: '', state: 'ahead' }))]
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no file
      role="img"
      aria-label={texts.done(done, total)}
      className={cn('flex h-1.5 w-full gap-[3px]', className)}
    >
      {segments.map(({ name, state }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same task can stand there twice, and only its place tells which
        <span
          key={place}
          translate="no"
          title={name || undefined}
          className={cn('h-full min-w-0.5 rounded-full', look(state, ended))}
        />
      ))}
    </span>
  )
}
