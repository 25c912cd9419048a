import { useSignal } from '../signal.ts'
import { unread } from '../unread.ts'
import { useLate } from '../use-late.ts'

const load = () => import('./unread-badge.tsx')

/** The first load goes without it, and so does a page that lost its connection before it came. */
export function UnreadMark({ dot = false }: { dot?: boolean }) {
  const late = useLate(load)
  const count = useSignal(unread)
  return late && count > 0 ? <late.UnreadBadge count={count} dot={dot} /> : null
}
