import { InboxScreen } from '../areas/inbox/inbox.screen.tsx'
import { PHONE, useMedia } from './use-media.ts'

/** Tells the inbox whether it stands on a phone. */
export function InboxPage() {
  return <InboxScreen phone={useMedia(PHONE)} />
}
