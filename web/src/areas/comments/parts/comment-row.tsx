import type { Comment } from '@throughline/contracts/comments'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import type { NamedAmong } from '../comments.api.ts'
import { spec, texts } from '../comments.texts.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentPieces } from './comment-pieces.tsx'
import { useCommentActs } from './use-comment-acts.ts'

type CommentRowProps = { comment: Comment; among: NamedAmong }

export function CommentRow({ comment, among }: CommentRowProps) {
  const { author, person, outside, created_at, is_edited, can_edit } = comment
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const { remove } = useCommentActs()
  const name = person?.name ?? author
  const stop = () => setDoing(undefined)
  return (
    <li className="group flex gap-2.5">
      <Avatar name={name} src={person?.photo ?? undefined} size={24} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2">
          <Author name={name} known={person !== null || outside !== null} />
          {outside && <Outside {...outside} />}
          <TimeAgo at={created_at} className="text-xs text-fg-3" />
          {is_edited && <Edited />}
          {can_edit && doing !== 'edit' && (
            <span className="ml-auto opacity-0 group-hover:opacity-100 focus-within:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
              <Menu
                align="end"
                trigger={<IconButton label={texts.actions(name)} icon={Ellipsis} size="sm" className="-my-1" />}
              >
                <MenuItem icon={Pencil} onSelect={() => setDoing('edit')}>
                  {texts.edit}
                </MenuItem>
                <MenuItem icon={Trash2} danger onSelect={() => setDoing('delete')}>
                  {texts.delete}
                </MenuItem>
              </Menu>
            </span>
          )}
        </div>
        {doing === 'edit' ? (
          <CommentEditor comment={comment} among={among} onDone={stop} />
        ) : (
          <CommentText content={comment.content} />
        )}
      </div>
      <AlertDialog
        open={doing === 'delete'}
        onClose={stop}
        title={texts.askDelete}
        confirmLabel={texts.deleteNamed}
        onConfirm={() => remove(comment)}
      >
        {texts.deleting}
      </AlertDialog>
    </li>
  )
}

/** So that nobody takes it for the word of a member. */
function Outside({ name, address, verified }: NonNullable<Comment['outside']>) {
  return (
    <>
      {name && (
        <span translate="no" className="min-w-0 truncate text-xs text-fg-3">
          {address}
        </span>
      )}
      <span className="rounded-sm bg-surface-3 px-1.5 text-xs text-fg-2">
        {verified ? texts.outside : texts.outsideNotVerified}
      </span>
    </>
  )
}

function Author({ name, known }: { name: string; known: boolean }) {
  if (!known) return <span className="font-medium">{name === 'System' ? spec.system : name}</span>
  return (
    <span translate="no" dir="auto" className="font-medium">
      {name}
    </span>
  )
}

const Edited = () => <span className="rounded-xs bg-neutral-bg px-1 text-2xs text-neutral-fg">{spec.edited}</span>

export function CommentText({ content, faded }: { content: string; faded?: boolean }) {
  return (
    <p
      translate="no"
      dir="auto"
      className={cn('mt-0.5 text-left break-words whitespace-pre-wrap', faded ? 'text-fg-3' : 'text-fg-2')}
    >
      <CommentPieces content={content} />
    </p>
  )
}
