import type { MessageKind } from '@throughline/contracts/inbox'
import type { EmailChoice } from '@throughline/contracts/notification-settings'

export interface Choice {
  inbox: boolean
  email: EmailChoice
  desktop: boolean
}

/** What people are told of, and how, unless they or their organization choose otherwise. */
export const BUILTIN_CHOICES: Record<MessageKind, Choice> = {
  approval: { inbox: true, email: 'now', desktop: true },
  assigned: { inbox: true, email: 'now', desktop: true },
  queue: { inbox: true, email: 'off', desktop: false },
  question: { inbox: true, email: 'now', desktop: true },
  reminder: { inbox: true, email: 'now', desktop: false },
  failed: { inbox: true, email: 'now', desktop: true },
  mention: { inbox: true, email: 'now', desktop: true },
  activity: { inbox: true, email: 'digest', desktop: false },
  followed: { inbox: true, email: 'off', desktop: false },
  shared: { inbox: true, email: 'digest', desktop: false },
  ready: { inbox: true, email: 'off', desktop: true },
  security: { inbox: true, email: 'off', desktop: true },
}

/** These always come to the inbox: somebody waits, or an account is at stake. */
export const ALWAYS_TOLD: readonly MessageKind[] = [
  'approval',
  'assigned',
  'question',
  'reminder',
  'failed',
  'security',
]
