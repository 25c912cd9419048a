import type { Message, MessageLabel, Snooze } from '@throughline/contracts/inbox'
import { Archive, ArrowLeft, Clock, Ellipsis, Inbox, Mail, MailOpen, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { MoveMenu } from '../acts/move-menu.tsx'
import { SnoozeMenu } from '../acts/snooze-menu.tsx'
import type { MessageChange } from '../changes/message-change.ts'
import { isSnoozed } from '../changes/message-change.ts'
import { texts } from '../inbox.texts.ts'

export type ToolbarProps = {
  messages: readonly Message[]
  labels: readonly MessageLabel[]
  change: (change: MessageChange) => void
}

/** Keys and menus of what can be changed of messages, of one or of those that are selected. */
export function useToolbar({ messages, labels, change }: ToolbarProps) {
  const [open, setOpen] = useState<'snooze' | 'move'>()
  const [first] = messages
  const isDeleted = first?.deleted ?? false
  usePageKeys(
    useMemo(
      () =>
        first
          ? [
              ...(isDeleted
                ? []
                : [
                    { key: 'e', label: texts.keys.archive, act: () => change({ act: 'label', label_id: 'archived' }) },
                    { key: 's', label: texts.keys.snooze, act: () => setOpen('snooze') },
                    { key: 'l', label: texts.keys.move, act: () => setOpen('move') },
                    { key: '#', label: texts.keys.delete, act: () => change({ act: 'delete' }) },
                  ]),
              { key: 'u', label: texts.keys.unread, act: () => change({ act: first.read ? 'unread' : 'read' }) },
            ]
          : [],
      [first, isDeleted, change],
    ),
  )
  const toggle = (which: 'snooze' | 'move') => (next: boolean) => setOpen(next ? which : undefined)
  const [label, ...others] = new Set(messages.map((message) => message.label))
  return {
    snooze: {
      messages,
      open: open === 'snooze',
      onOpenChange: toggle('snooze'),
      onSnooze: (snooze: Snooze) => change({ act: 'snooze', snooze }),
    },
    move: {
      labels,
      current: others.length === 0 ? label : undefined,
      open: open === 'move',
      onOpenChange: toggle('move'),
      onMove: (label_id: string) => change({ act: 'label', label_id }),
    },
  }
}

type MessageToolbarProps = Omit<ToolbarProps, 'messages'> & { message: Message }

/** What can be changed of the open message. */
export function MessageToolbar({ message, labels, change }: MessageToolbarProps) {
  const messages = useMemo(() => [message], [message])
  const { snooze, move } = useToolbar({ messages, labels, change })
  const now = useNow()
  const archived = message.label === 'archived'
  if (message.deleted)
    return (
      <Bar>
        <Button variant="ghost" size="sm" icon={RotateCcw} onClick={() => change({ act: 'restore' })}>
          {texts.restore}
        </Button>
      </Bar>
    )
  return (
    <Bar>
      <Button
        variant="ghost"
        size="sm"
        icon={archived ? Inbox : Archive}
        onClick={() => change({ act: 'label', label_id: archived ? 'inbox' : 'archived' })}
        {...(!archived && { kbd: 'E' })}
      >
        {archived ? texts.moveToInbox : texts.archive}
      </Button>
      {isSnoozed(message, now) ? (
        <Button
          variant="ghost"
          size="sm"
          icon={Clock}
          onClick={() => change({ act: 'snooze', snooze: { until: null } })}
        >
          {texts.wake}
        </Button>
      ) : (
        <SnoozeMenu
          {...snooze}
          trigger={
            <Button variant="ghost" size="sm" icon={Clock} kbd="S">
              {texts.snooze}
            </Button>
          }
        />
      )}
      <MoveMenu
        {...move}
        trigger={
          <Button variant="ghost" size="sm" icon={Tag} kbd="L">
            {texts.move}
          </Button>
        }
      />
      <span className="flex-1" />
      <IconButton
        label={message.read ? texts.markUnread : texts.markRead}
        kbd="U"
        icon={message.read ? Mail : MailOpen}
        onClick={() => change({ act: message.read ? 'unread' : 'read' })}
      />
      <IconButton label={texts.delete} kbd="#" icon={Trash2} onClick={() => change({ act: 'delete' })} />
    </Bar>
  )
}

const Bar = ({ children }: { children: React.ReactNode }) => (
  <div
    role="toolbar"
    aria-label={texts.message}
    className="flex h-14 shrink-0 items-center gap-0.5 overflow-x-auto border-b px-4"
  >
    {children}
  </div>
)

type PhoneToolbarProps = MessageToolbarProps & { place: string; onBack: () => void }

/** Archive, snooze and more over the message; every target is at least 44 px. */
export function PhoneToolbar({ message, labels, change, place, onBack }: PhoneToolbarProps) {
  const messages = useMemo(() => [message], [message])
  const { snooze, move } = useToolbar({ messages, labels, change })
  const target = 'size-11!'
  return (
    <div role="toolbar" aria-label={texts.message} className="flex h-13 shrink-0 items-center border-b px-2">
      <IconButton label={texts.back} icon={ArrowLeft} onClick={onBack} className={target} />
      <span translate="no" className="tnum flex-1 px-1 text-sm text-fg-3">
        {place}
      </span>
      {message.deleted ? (
        <IconButton
          label={texts.restore}
          icon={RotateCcw}
          onClick={() => change({ act: 'restore' })}
          className={target}
        />
      ) : (
        <>
          <IconButton
            label={texts.archive}
            icon={Archive}
            onClick={() => change({ act: 'label', label_id: 'archived' })}
            className={target}
          />
          <SnoozeMenu {...snooze} trigger={<IconButton label={texts.snooze} icon={Clock} className={target} />} />
          <MoveMenu {...move} trigger={<IconButton label={texts.move} icon={Tag} className={target} />} />
          <Menu align="end" trigger={<IconButton label={uiTexts.moreActions} icon={Ellipsis} className={target} />}>
            <MenuItem icon={Mail} onSelect={() => change({ act: message.read ? 'unread' : 'read' })}>
              {message.read ? texts.markUnread : texts.markRead}
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => change({ act: 'delete' })}>
              {texts.delete}
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
  )
}
