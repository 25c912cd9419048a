import { texts } from '../late.texts.ts'

/** How many messages are unread; a dot where there is no room for the number. */
export function UnreadBadge({ count, dot }: { count: number; dot: boolean }) {
  if (dot) return <span className="absolute top-0.5 right-2 size-2 rounded-full bg-accent" />
  return (
    <span className="tnum rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent">
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> {texts.unread}</span>
    </span>
  )
}
