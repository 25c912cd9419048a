import { Link } from '@tanstack/react-router'
import type { Message, MessageNews, OpenMessage } from '@throughline/contracts/inbox'
import { Bell, Clock } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { Section } from '../../../ui/section.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { CommentText } from '../../comments/parts/comment-row.tsx'
import { texts } from '../inbox.texts.ts'
import { dueMark } from '../list/message-times.ts'

const MEGABYTE = 1_048_576

/** The specification shows attachments in MB, however small they are. */
const megabytes = (size: number): string =>
  texts.megabytes(size === 0 ? '0' : Math.max(0.1, size / MEGABYTE).toFixed(1))

const dueTone = { late: 'danger', today: 'warning', ahead: 'neutral' } as const
const priorityTone = { high: 'danger', medium: 'neutral', low: 'neutral' } as const

export function MessageTags({ message }: { message: Message }) {
  const due = dueMark(message, { zone: useZone(), now: useNow() })
  const { priority, kind } = message
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {priority !== 'normal' && <Tag tone={priorityTone[priority]}>{texts.priorities[priority]}</Tag>}
      <Tag>{texts.kinds[kind]}</Tag>
      {due && (
        <Tag tone={dueTone[due.tone]} icon={Clock}>
          {due.tag}
        </Tag>
      )}
    </div>
  )
}

export function MessageHead({ message }: { message: Message }) {
  const { title, sender, timestamp } = message
  return (
    <header>
      <MessageTags message={message} />
      <h2 translate="no" className="mt-2.5 text-xl leading-snug break-words">
        {title}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-fg-3">
        {sender && <Avatar name={sender.name} src={sender.avatar ?? undefined} size={22} />}
        <span translate="no" className="font-medium text-fg">
          {sender?.name ?? texts.system}
        </span>
        <TimeAgo at={timestamp} />
      </p>
    </header>
  )
}

const verbs: Partial<Record<MessageNews['type'], string>> = texts.news

const SAID = new Set<MessageNews['type']>([
  'mentioned',
  'task_commented',
  'instance_commented',
  'file_commented',
  'question_asked',
  'question_answered',
  'task_returned',
])

/** What people said, one below the other; of anything else the newest alone says what happened. */
export function News({ message }: { message: OpenMessage }) {
  const said = message.news.filter(({ type, text }) => SAID.has(type) && text !== '')
  if (said.length === 0)
    return (
      message.description !== '' && (
        <div className="text-md">
          <CommentText content={message.description} />
        </div>
      )
    )
  return (
    <ol className="space-y-3">
      {said.map((news) => (
        <li key={`${news.at} ${news.comment_id}`} className="flex gap-3">
          {news.sender && <Avatar name={news.sender.name} src={news.sender.avatar ?? undefined} size={28} />}
          <div
            className={cn(
              'min-w-0 flex-1 rounded-lg border px-3.5 py-2.5',
              news.type === 'mentioned' && 'border-accent-line bg-accent-subtle',
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm">
              <span translate="no" className="font-medium">
                {news.sender?.name ?? texts.system}
              </span>
              <span className="text-fg-2">{verbs[news.type]}</span>
              <TimeAgo at={news.at} className="ml-auto text-xs text-fg-3" />
            </p>
            <CommentText content={news.text} />
          </div>
        </li>
      ))}
    </ol>
  )
}

export function MessageAttachments({ attachments }: Pick<Message, 'attachments'>) {
  if (attachments.length === 0) return null
  return (
    <Section title={texts.attachments} count={attachments.length}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2">
        {attachments.map(({ id, name, url, size }) => (
          <li key={id}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              className="inset-focus flex min-h-12 items-center gap-2.5 rounded-md border px-2.5 py-1.5 hover:bg-surface-2"
            >
              <FileGlyph contentType={typeOf(name)} size={22} />
              <span className="min-w-0 leading-snug">
                <span translate="no" dir="auto" className="block truncate text-sm font-medium">
                  {name}
                </span>
                <span translate="no" className="tnum block text-xs text-fg-3">
                  {megabytes(size)}
                </span>
              </span>
              <span className="sr-only">{texts.newTab}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const ENDINGS: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  doc: 'application/msword',
  docx: 'application/msword',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.ms-excel',
  csv: 'text/csv',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.ms-powerpoint',
}

const typeOf = (name: string) => ENDINGS[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? ''

/** Why it came, and the way to the switch that would stop it. */
export function Because({ because }: Pick<OpenMessage, 'because'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t pt-3 text-xs text-fg-3">
      <Bell size={13} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 basis-60">{texts.because[because]}</span>
      <Link to="/profile/notifications" className={linkClass}>
        {texts.change}
      </Link>
    </p>
  )
}
