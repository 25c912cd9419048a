import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import PostalMime, { type Address, type Email } from 'postal-mime'

const MAX_DEPTH = 60
const MAX_FILES = 50
const LONGEST_TEXT = 100_000
/** Logos in signatures. */
const SMALL_PICTURE = 12 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }

/**
 * What a message says in HTML, as text: nothing of it is fetched or run. No pattern looks twice at the same stretch, so that
 * a message made to be slow is not.
 */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|style|head|title)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
    .replaceAll(/<(br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|apos);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()

/** As a database can keep it: no NUL, and no half of a character, which cutting may leave too. */
const storable = (text: string, longest: number): string =>
  text.replaceAll('\u0000', '').slice(0, longest).toWellFormed()

const mailboxOf = (from: Address | undefined) => (from && from.address !== undefined ? from : undefined)

const headersNamed = ({ headers }: Email, name: string) =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.slice(0, 2_000))

function filesOf({ attachments }: Email) {
  return attachments.flatMap(({ filename, mimeType, related, disposition, contentId, content }, at) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
    const isPicture = mimeType.startsWith('image/') && (related || disposition === 'inline' || contentId !== undefined)
    if (bytes.length === 0 || (isPicture && bytes.length < SMALL_PICTURE)) return []
    return [
      {
        name: storable(filename ?? `attachment-${at + 1}`, 1_000),
        type: storable(mimeType, 100),
        content: bytes.toString('base64'),
      },
    ]
  })
}

/** Read in a process of its own: messages of strangers are taken apart nowhere else. */
async function read(file: string) {
  const email = await PostalMime.parse(readFileSync(file), {
    maxNestingDepth: MAX_DEPTH,
    maxHeadersSize: 262_144,
    forceRfc822Attachments: true,
  })
  const from = mailboxOf(email.from)
  const text = storable(email.text?.trim() || textOf(email.html ?? ''), LONGEST_TEXT)
  const files = filesOf(email)
  if (files.length > MAX_FILES) return { problem: 'too_many_files' }
  const hash = createHash('sha256')
  for (const part of [email.messageId ?? '', from?.address ?? '', email.date ?? '', text]) {
    hash.update(JSON.stringify(part))
  }
  for (const { content } of files) hash.update(content)
  return {
    message: {
      sender_address: storable((from?.address ?? '').toLowerCase(), 320),
      sender_name: storable(from?.name ?? '', 200),
      froms: headersNamed(email, 'from').length,
      subject: storable((email.subject ?? '').replaceAll(/\s+/g, ' ').trim(), 300),
      text,
      date: storable(email.date ?? '', 40),
      message_id: storable(email.messageId ?? '', 1_000),
      answers: [email.inReplyTo ?? '', email.references ?? ''].join(' ').slice(0, 4_000),
      auto_submitted: headersNamed(email, 'auto-submitted'),
      precedence: headersNamed(email, 'precedence'),
      list_id: headersNamed(email, 'list-id').length,
      auto_reply: headersNamed(email, 'x-autoreply').length + headersNamed(email, 'x-autorespond').length,
      content_type: (headersNamed(email, 'content-type')[0] ?? '').toLowerCase(),
      authentication: headersNamed(email, 'authentication-results'),
      hash: hash.digest('hex'),
    },
    files,
  }
}

const [file = ''] = process.argv.slice(2)
const answer = await read(file).catch(() => ({ problem: 'unreadable' }))
process.stdout.write(JSON.stringify(answer))
