import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { hasMod } from '../../../ui/mod-key.ts'
import { texts } from './copilot.texts.ts'

const LONGEST = 4000

type AskBoxProps = { busy: boolean; onSend: (query: string) => void }

/** Where the instruction is written. */
export function AskBox({ busy, onSend }: AskBoxProps) {
  const [text, setText] = useState('')
  const ready = text.trim() !== '' && !busy
  const send = () => {
    if (!ready) return
    onSend(text.trim())
    setText('')
  }
  return (
    <div className="shrink-0 border-t p-3">
      <div className="flex items-end gap-2 rounded-md border border-line-control bg-surface p-1.5 pl-2.5 focus-within:border-accent">
        <textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens this is about to type here
          autoFocus
          rows={2}
          maxLength={LONGEST}
          aria-label={texts.instruction}
          placeholder={texts.placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // What was typed isn’t lost by the key that closes the panel: it leaves the box first.
            if (event.key === 'Escape' && text.trim() !== '') {
              event.preventDefault()
              event.currentTarget.blur()
            }
            if (event.key !== 'Enter' || !hasMod(event)) return
            event.preventDefault()
            event.stopPropagation()
            send()
          }}
          className="min-h-10 flex-1 resize-none bg-transparent py-0.5 text-sm outline-none placeholder:text-fg-3"
        />
        <Button size="sm" variant="primary" icon={ArrowUp} disabled={!ready} busy={busy} onClick={send}>
          {texts.send}
        </Button>
      </div>
    </div>
  )
}
