import type { Comment } from '@throughline/contracts/comments'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import type { NamedAmong } from '../comments.api.ts'
import { texts } from '../comments.texts.ts'
import { CommentBox } from './comment-box.tsx'
import { contentOf, draftOf } from './mentions.ts'
import { useCommentActs } from './use-comment-acts.ts'

type CommentEditorProps = { comment: Comment; among: NamedAmong; onDone: () => void }

/** A comment of one's own in the box; it stays there with its words until the server has taken them. */
export function CommentEditor({ comment, among, onDone }: CommentEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(comment.content))
  const { busy, edit } = useCommentActs()
  const content = contentOf(draft)
  const save = async () => {
    if (content === '' || busy) return
    if (content === comment.content) return onDone()
    if (await edit(comment, content)) onDone()
  }
  return (
    <div className="mt-1 space-y-2">
      <CommentBox
        label={texts.editing}
        among={among}
        draft={draft}
        onDraft={setDraft}
        onSubmit={() => void save()}
        onEscape={onDone}
        focused
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button
          size="sm"
          variant="primary"
          kbd={modKey('↵')}
          busy={busy}
          disabled={content === ''}
          onClick={() => void save()}
        >
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
