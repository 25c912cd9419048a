import { Link } from '@tanstack/react-router'
import type { Message, MessageKind } from '@throughline/contracts/inbox'
import {
  AtSign,
  Bell,
  CircleQuestionMark,
  Clock,
  CloudOff,
  CloudUpload,
  Eye,
  FileCheck,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  ShieldAlert,
  Stamp,
  TriangleAlert,
  Users,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { exactMoment } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { CommentPieces } from '../../comments/parts/comment-pieces.tsx'
import { actionOf } from '../changes/queued-act.ts'
import { texts as unsentTexts } from '../changes/unsent.texts.ts'
import { useOutbox, useUnsaved } from '../changes/use-changes.ts'
import { texts } from '../inbox.texts.ts'
import { inboxSearch } from './inbox-search.ts'
import { ageText, type DueMark, dueMark } from './message-times.ts'

const kindIcons: Record<MessageKind, LucideIcon> = {
  approval: Stamp,
  assigned: ListChecks,
  queue: Users,
  question: CircleQuestionMark,
  reminder: Clock,
  failed: TriangleAlert,
  mention: AtSign,
  activity: MessageSquare,
  followed: Eye,
  shared: Workflow,
  ready: FileCheck,
  security: ShieldAlert,
}

/** The person with the kind on the corner; what nobody did has a plain sign. */
function SenderMark({ message: { sender, kind } }: { message: Message }) {
  const Kind = sender ? kindIcons[kind] : kind === 'security' || kind === 'failed' ? kindIcons[kind] : Bell
  if (!sender)
    return (
      <span
        aria-hidden
        className={cn(
          'grid size-8 place-items-center rounded-full',
          kind === 'failed' ? 'bg-danger-bg text-danger-fg' : 'bg-surface-3 text-fg-2',
        )}
      >
        <Kind size={15} />
      </span>
    )
  return (
    <span aria-hidden className="relative inline-flex">
      <Avatar name={sender.name} src={sender.avatar ?? undefined} size={32} />
      <span className="absolute -right-1 -bottom-1 grid size-4 place-items-center rounded-full bg-surface-3 text-fg-2 ring-1 ring-surface">
        <Kind size={10} />
      </span>
    </span>
  )
}

const dueTones: Record<DueMark['tone'], string> = {
  late: 'font-medium text-danger-fg',
  today: 'font-medium text-warning-fg',
  ahead: '',
}

type MessageRowProps = {
  message: Message
  current: boolean
  picked: boolean
  /** Something is selected: every row shows its box. */
  picking: boolean
  phone: boolean
  checkbox: ReactNode
  /** Of its group, of which not all rows need be in the page; -1: nobody knows how many there are. */
  position: number
  size: number
}

export function MessageRow(props: MessageRowProps) {
  const { message, current, picked, picking, phone, checkbox, position, size } = props
  const clock = { zone: useZone(), now: useNow() }
  const { id, sender, timestamp, title, read, kind, news_count } = message
  const due = dueMark(message, clock)
  const on = current || picked
  return (
    <li
      data-row={id}
      aria-posinset={position}
      aria-setsize={size}
      className={cn(
        'group relative flex gap-3 overflow-hidden border-b',
        phone ? 'h-19.5 py-2.5 pr-4 pl-5' : 'h-18.25 rounded-md border-transparent bg-clip-padding py-2.25 pr-2.5 pl-4',
        on ? 'bg-accent-subtle' : 'hover:bg-surface-2',
      )}
    >
      {!read && <span aria-hidden className="absolute top-1/2 left-1.25 -mt-1 size-2 rounded-full bg-accent" />}
      <RowMark message={message} picking={picking} phone={phone} checkbox={checkbox} />
      <div className="min-w-0 flex-1">
        <p className={cn('flex items-baseline gap-1.5 text-xs', on ? 'text-fg-2' : 'text-fg-3')}>
          <span translate="no" className="truncate">
            {sender?.name ?? texts.system}
          </span>
          <time
            translate="no"
            dateTime={timestamp}
            title={exactMoment(timestamp, clock.zone)}
            className="tnum ml-auto shrink-0 pl-1"
          >
            {ageText(timestamp, clock)}
          </time>
        </p>
        <p className={cn('truncate', phone ? 'text-md' : 'text-sm', read ? 'text-fg-2' : 'font-semibold')}>
          <Link
            to="/inbox"
            search={(old) => ({ ...inboxSearch(old), message: id })}
            replace={!phone}
            resetScroll={false}
            data-main
            aria-current={current || undefined}
            className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <span className="sr-only">
              {!read && `${texts.isUnread}. `}
              {texts.kinds[kind]}:{' '}
            </span>
            <span translate="no">{title}</span>
          </Link>
        </p>
        <div className={cn('mt-0.5 flex items-center gap-1.5 text-xs', on ? 'text-fg-2' : 'text-fg-3')}>
          <SecondLine message={message} />
          <span className="ml-auto flex shrink-0 items-center gap-1 pl-1">
            {news_count > 1 && (
              <span
                title={texts.updates(news_count)}
                className="tnum rounded-full bg-surface-3 px-1.5 text-2xs font-medium text-fg-2"
              >
                <span aria-hidden>{news_count}</span>
                <span className="sr-only">{texts.updates(news_count)}</span>
              </span>
            )}
            {due && (
              <span translate="no" className={cn('tnum', dueTones[due.tone])}>
                {due.text}
              </span>
            )}
          </span>
        </div>
      </div>
    </li>
  )
}

/** Who sent it; where something is selected, its box. */
function RowMark({
  message,
  picking,
  phone,
  checkbox,
}: Pick<MessageRowProps, 'message' | 'picking' | 'phone' | 'checkbox'>) {
  return (
    <span className="relative mt-0.5 size-8 shrink-0">
      <span className={cn(picking ? 'invisible' : !phone && 'group-focus-within:invisible group-hover:invisible')}>
        <SenderMark message={message} />
      </span>
      <span
        className={cn(
          'absolute inset-0 z-1 place-items-center',
          picking ? 'grid' : phone ? 'hidden' : 'grid opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
        )}
      >
        {checkbox}
      </span>
    </span>
  )
}

/** Its words; in their place what was changed and could not be saved. */
function SecondLine({ message }: { message: Message }) {
  const { last: unsaved, action } = useUnsaved(message)
  const { discard } = useOutbox()
  const waits = action?.state === 'waiting' ? actionOf(action) : undefined
  if (waits || unsaved?.state === 'waiting')
    return (
      <span className="inline-flex min-w-0 items-center gap-1 font-medium text-warning-fg">
        <CloudUpload size={13} aria-hidden className="shrink-0" />
        <span className="truncate">{waits ? unsentTexts.waitingRow(waits.action) : unsentTexts.waitingChange}</span>
      </span>
    )
  if (unsaved)
    return (
      <span className="inline-flex min-w-0 items-center gap-1 font-medium text-danger-fg">
        <CloudOff size={13} aria-hidden className="shrink-0" />
        <span className="truncate">{unsentTexts.notSavedBecause(unsaved.reason ?? unsentTexts.refused)}</span>
        <button
          type="button"
          onClick={() => void discard(unsaved.key)}
          className="relative z-1 -my-1 ml-1 h-6 shrink-0 underline underline-offset-2"
        >
          {unsentTexts.discard}
        </button>
      </span>
    )
  return (
    <span translate="no" className="truncate">
      <CommentPieces content={message.description} />
    </span>
  )
}
