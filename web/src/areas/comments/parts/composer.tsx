import { CircleArrowUp, TriangleAlert } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import type { NamedAmong } from '../comments.api.ts'
import { spec, texts } from '../comments.texts.ts'
import { CommentBox } from './comment-box.tsx'
import type { AddingComment } from './use-add-comment.ts'

type ComposerProps = { among: NamedAmong; adding: AddingComment; box?: RefObject<HTMLTextAreaElement | null> }

/** Where a comment is written. A failure keeps the words. */
export function Composer({ among, adding, box }: ComposerProps) {
  const { draft, setDraft, send, blank, sending, error } = adding
  const note = useId()
  return (
    <div>
      <CommentBox
        label={texts.write}
        among={among}
        draft={draft}
        onDraft={setDraft}
        onSubmit={send}
        describedBy={error ? note : undefined}
        {...(box && { box })}
      >
        <IconButton
          label={texts.send}
          kbd={modKey('↵')}
          icon={CircleArrowUp}
          side="top"
          disabled={blank || sending !== undefined}
          onClick={send}
          className={blank ? '' : 'text-accent-text!'}
        />
      </CommentBox>
      {error && (
        <div className="mt-1.5 flex items-start gap-1.5 text-xs text-danger-fg">
          <TriangleAlert size={13} aria-hidden className="mt-px shrink-0" />
          <p id={note} role="alert" className="min-w-0 flex-1">
            {spec.addFailed} {serverMessageOf(error)}
          </p>
          <Button size="sm" variant="ghost" disabled={blank} onClick={send} className="-my-1.5">
            {spec.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
