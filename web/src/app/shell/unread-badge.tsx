import { useSignal } from '../signal.ts'
import { texts } from '../texts.ts'
import { unread } from '../unread.ts'

/** How many messages are unread; a dot where there is no room for the number. */
export function UnreadBadge({ dot = false }: { dot?: boolean }) {
  const count = useSignal(unread)
  if (count === 0) return null
  return (
    <span
      className={
        dot
          ? 'absolute top-0.5 right-2 size-2 overflow-hidden rounded-full bg-accent text-transparent'
          : 'tnum rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent'
      }
    >
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {texts.shell.unread}</span>
    </span>
  )
}
