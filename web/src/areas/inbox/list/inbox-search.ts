import type { MessageId } from '@throughline/contracts/ids'
import { isId, isOne, trimmedTextOf } from '../../../shared/address-params.ts'
import type { InboxFilter } from '../inbox.api.ts'

/** Spelled out here: every page loads what its address means. */
const VIEWS = ['snoozed', 'deleted', 'needs_you'] as const
export const TYPES = ['task', 'workflow', 'system'] as const

export type InboxSearch = {
  /** The one that is open. */
  message?: MessageId
  label?: string
  view?: (typeof VIEWS)[number]
  status?: 'unread'
  type?: (typeof TYPES)[number]
}

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function inboxSearch(given: Record<string, unknown>): InboxSearch {
  const { message, view, status, type } = given
  const label = trimmedTextOf(given['label']).slice(0, 60)
  return {
    ...(isId<MessageId>(message) && { message }),
    ...(label && label !== 'inbox' && { label }),
    ...(isOne(VIEWS, view) && { view }),
    ...(status === 'unread' && { status }),
    ...(isOne(TYPES, type) && { type }),
  }
}

export const filterOf = ({ label, view, status, type }: InboxSearch): InboxFilter => ({
  label: label ?? 'inbox',
  ...(view && { view }),
  unread: status === 'unread',
  type: type ?? 'all',
})
