import type { Message } from '@throughline/contracts/inbox'
import { Archive, Check, Clock, MailOpen, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { texts as actTexts } from '../acts/acts.texts.ts'
import { MoveMenu } from '../acts/move-menu.tsx'
import { SnoozeMenu } from '../acts/snooze-menu.tsx'
import { texts } from '../inbox.texts.ts'
import { type ToolbarProps, useToolbar } from './toolbar.tsx'

type SelectedPaneProps = ToolbarProps & { total: number; phone: boolean; onClear: () => void }

/** In the message's place: what is selected, and what can be done to all of it. Nothing is decided in bulk. */
export function SelectedPane({ phone, total, onClear, ...bar }: SelectedPaneProps) {
  const { messages } = bar
  const unread = messages.filter(({ read }) => !read).length
  return (
    <div className={phone ? 'contents' : 'relative flex min-w-0 flex-1 flex-col'}>
      {!phone && (
        <>
          <div className="flex h-14 shrink-0 items-center gap-2 border-b px-6">
            <h2 className="text-md font-semibold">{actTexts.selected(messages.length)}</h2>
            {unread > 0 && <span className="text-sm text-fg-3">{texts.unread(unread)}</span>}
          </div>
          <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-8 py-6 pb-24">
            <ul className="divide-y overflow-hidden rounded-lg border">
              {messages.map((message) => (
                <SelectedRow key={message.id} message={message} />
              ))}
            </ul>
            <p className="text-sm text-fg-3">{actTexts.bulkNote}</p>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-fg-3">
              <Hint keys={['X']}>{actTexts.hint.toggle}</Hint>
              <Hint keys={['⇧', 'X']}>{actTexts.hint.range}</Hint>
              <Hint keys={[modKey('A')]}>{`${actTexts.hint.all} ${total}`}</Hint>
              <Hint keys={['Esc']}>{actTexts.hint.clear}</Hint>
            </p>
          </div>
        </>
      )}
      <SelectedBar {...bar} onClear={onClear} />
    </div>
  )
}

const Hint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span className="inline-flex items-center gap-1">
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
)

function SelectedRow({ message: { title, kind } }: { message: Message }) {
  return (
    <li className="flex min-h-11 items-center gap-3 px-3.5">
      <Check size={15} aria-hidden className="shrink-0 text-accent-text" />
      <span translate="no" className="min-w-0 flex-1 truncate text-sm font-medium">
        {title}
      </span>
      <span className="text-xs text-fg-3">{texts.kinds[kind]}</span>
    </li>
  )
}

function SelectedBar({ messages, labels, change, onClear }: ToolbarProps & { onClear: () => void }) {
  const { snooze, move } = useToolbar({ messages, labels, change })
  const isDeleted = messages.every(({ deleted }) => deleted)
  return (
    <BulkBar label={actTexts.bulk} count={messages.length} onClear={onClear}>
      {isDeleted ? (
        <Button variant="ghost" size="sm" icon={RotateCcw} onClick={() => change({ act: 'restore' })}>
          {texts.restore}
        </Button>
      ) : (
        <>
          <Button variant="ghost" size="sm" icon={MailOpen} onClick={() => change({ act: 'read' })}>
            {texts.markRead}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon={Archive}
            onClick={() => change({ act: 'label', label_id: 'archived' })}
          >
            {texts.archive}
          </Button>
          <SnoozeMenu
            {...snooze}
            side="top"
            trigger={
              <Button variant="ghost" size="sm" icon={Clock}>
                {texts.snooze}
              </Button>
            }
          />
          <MoveMenu
            {...move}
            trigger={
              <Button variant="ghost" size="sm" icon={Tag}>
                {texts.move}
              </Button>
            }
          />
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => change({ act: 'delete' })}>
            {texts.delete}
          </Button>
        </>
      )}
    </BulkBar>
  )
}
