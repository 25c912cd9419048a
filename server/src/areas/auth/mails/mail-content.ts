import * as z from 'zod/mini'

const link = z.url()

/** Notices that need no more than their kind. */
export const PLAIN_NOTICES = [
  'password_changed',
  'two_factors_on',
  'two_factors_off',
  'recovery_codes_renewed',
  'google_connected',
  'google_disconnected',
  'account_kept',
] as const
export type PlainNotice = (typeof PLAIN_NOTICES)[number]

const NOTICES = [
  ...PLAIN_NOTICES,
  'new_device',
  'email_change_asked',
  'email_change_undone',
  'account_deletion_planned',
  'account_deleted',
] as const

/** What a mail is about, as it waits in the outbox; its words come when it is sent. */
export const MailContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registration'), link, expires_hours: z.number() }),
  z.object({ kind: z.literal('account_exists'), link }),
  z.object({ kind: z.literal('password_reset'), link, expires_minutes: z.number() }),
  /** To the new address, which counts once the link is followed. */
  z.object({ kind: z.literal('email_change'), link, expires_hours: z.number() }),
  /** To the old address, after the change, with the way back. */
  z.object({ kind: z.literal('email_changed'), new_email: z.string(), link, expires_days: z.number() }),
  /** To the address that was undone; the account has the old one again. */
  z.object({ kind: z.literal('email_change_undone'), email: z.string() }),
  z.object({ kind: z.enum(PLAIN_NOTICES), link }),
  /** A sign-in with a browser that the person was never seen with. */
  z.object({
    kind: z.literal('new_device'),
    device: z.string(),
    address: z.string(),
    at: z.iso.datetime(),
    time_zone: z.string(),
    link,
  }),
  /** To the old address, before the change. */
  z.object({ kind: z.literal('email_change_asked'), new_email: z.string(), link }),
  z.object({ kind: z.literal('account_deletion_planned'), at: z.iso.datetime(), time_zone: z.string(), link }),
  /** The last mail to an account. */
  z.object({ kind: z.literal('account_deleted') }),
  z.object({
    kind: z.literal('invitation'),
    link,
    organization: z.string(),
    role: z.string(),
    invited_by: z.string(),
    expires_days: z.number(),
  }),
])
export type MailContent = z.infer<typeof MailContent>

export type ContentOf<Kind extends MailContent['kind']> = Extract<MailContent, { kind: Kind }>

export type NoticeContent = ContentOf<(typeof NOTICES)[number]>
const notices: ReadonlySet<string> = new Set(NOTICES)
export const isNotice = (content: MailContent): content is NoticeContent => notices.has(content.kind)
const plain: ReadonlySet<string> = new Set(PLAIN_NOTICES)
export const isPlain = (content: MailContent): content is ContentOf<PlainNotice> => plain.has(content.kind)
