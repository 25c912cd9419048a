import { MessageType, OpenMessage } from '@throughline/contracts/inbox'
import { visibleText } from '@throughline/contracts/visible-text'
import * as z from 'zod/mini'

/** What people named or wrote, as text: in one line, and as it was written. */
const line = z.string().check(z.overwrite((text) => visibleText(text).replaceAll(/\s+/g, ' ')))
const written = z.string().check(z.overwrite(visibleText))

const Due = z.object({ short: z.string(), long: z.string(), overdue: z.boolean() })
const common = {
  organization: line,
  /** Where the person chooses what they are mailed. */
  settings: z.url(),
}

/** One thing, in a mail that lists several. */
export const ListedMessage = z.object({
  type: MessageType,
  title: line,
  sender: z.nullable(line),
  /** The instance or workflow it belongs to. */
  within: z.nullable(line),
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
    text: written,
    /** Of an approval: what was answered so far, by the labels of the workflow. */
    answers: z._default(z.array(z.object({ label: line, is: line })), []),
    /** Of these the amount, which the subject names. */
    figure: z._default(z.nullable(line), null),
    facts: z.array(z.object({ of: z.enum(['instance', 'workflow', 'file', 'approvals', 'priority']), is: line })),
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
    name: line,
    needs_you: z.array(ListedMessage),
    /** Where more need the person than are listed: how many they are. */
    needs_you_count: z.optional(z.number()),
    /** What they started and somebody else has to go on with. */
    waiting_on: z._default(z.array(z.object({ title: line, note: line })), []),
    updates: z.array(z.object({ workflow: line, lines: z.array(z.object({ type: MessageType, title: line })) })),
    /** Off: it says no more than how many there are. */
    names: z.boolean(),
    link: z.url(),
    turn_off: z.url(),
  }),
])
export type InboxMail = z.infer<typeof InboxMail>
export type InboxMessageMail = Extract<InboxMail, { kind: 'inbox_message' }>
export type InboxDigest = Extract<InboxMail, { kind: 'inbox_digest' }>
