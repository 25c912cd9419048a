import { MessageType, OpenMessage } from '@throughline/contracts/inbox'
import * as z from 'zod/mini'

const Due = z.object({ short: z.string(), long: z.string(), overdue: z.boolean() })
const common = {
  organization: z.string(),
  /** Where the person chooses what they are mailed. */
  settings: z.url(),
}

/** One thing, in a mail that lists several. */
export const ListedMessage = z.object({
  type: MessageType,
  title: z.string(),
  sender: z.nullable(z.string()),
  /** The instance or workflow it belongs to. */
  within: z.nullable(z.string()),
  due: z.nullable(Due),
  link: z.url(),
})
export type ListedMessage = z.infer<typeof ListedMessage>

/** What people are mailed from their inboxes, as it waits in the outbox; its words come when it is sent. */
export const InboxMail = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('inbox_message'),
    ...common,
    ...ListedMessage.shape,
    because: OpenMessage.shape.because,
    /** A comment, a reason, a problem. */
    text: z.string(),
    facts: z.array(z.object({ of: z.enum(['instance', 'workflow', 'file', 'priority']), is: z.string() })),
    /** Shared by all mails of one thing, so that mail programs show them together. */
    references: z.string(),
  }),
  z.object({ kind: z.literal('inbox_messages'), ...common, messages: z.array(ListedMessage), link: z.url() }),
  /** Where the organization wants no names in mails. */
  z.object({ kind: z.literal('inbox_waiting'), ...common, count: z.number(), link: z.url() }),
  z.object({
    kind: z.literal('inbox_digest'),
    ...common,
    /** As it is written there: the day, and the part of it. */
    day: z.string(),
    greeting: z.enum(['morning', 'afternoon', 'evening']),
    name: z.string(),
    needs_you: z.array(ListedMessage),
    updates: z.array(
      z.object({ workflow: z.string(), lines: z.array(z.object({ type: MessageType, title: z.string() })) }),
    ),
    /** Off: it says no more than how many there are. */
    names: z.boolean(),
    link: z.url(),
    turn_off: z.url(),
  }),
])
export type InboxMail = z.infer<typeof InboxMail>
export type InboxMessageMail = Extract<InboxMail, { kind: 'inbox_message' }>
export type InboxDigest = Extract<InboxMail, { kind: 'inbox_digest' }>
