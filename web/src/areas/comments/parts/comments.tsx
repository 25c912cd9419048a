import type { CurrentUser } from '@throughline/contracts/auth'
import { useRef } from 'react'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { cn } from '../../../ui/cn.ts'
import type { CommentSubject, NamedAmong } from '../comments.api.ts'
import { CommentList } from './comment-list.tsx'
import { Composer } from './composer.tsx'
import { useAddComment } from './use-add-comment.ts'

export type CommentsProps = {
  subject: CommentSubject
  /** Whose people can be named; a document has people of its own. */
  instanceId?: string | undefined
  /** Told how many there are, once all have been read. */
  onCount?: ((count: number) => void) | undefined
  /** For the list and for the box: a side bar keeps the box at its bottom edge. */
  className?: { list?: string; box?: string }
}

/** What people say about an instance, a task or a file: the list, and the box below it. */
export function Comments(props: CommentsProps) {
  const user = useCurrentUser()
  return user && <Conversation {...props} user={user} />
}

function Conversation({ subject, instanceId, onCount, className, user }: CommentsProps & { user: CurrentUser }) {
  const adding = useAddComment(subject, user.id)
  const among: NamedAmong =
    instanceId === undefined ? { kind: 'document', id: subject.id } : { kind: 'instance', id: instanceId }
  const box = useRef<HTMLTextAreaElement>(null)
  const may = can(user, 'work.comment')
  return (
    <>
      <div className={className?.list}>
        <CommentList
          subject={subject}
          among={among}
          user={user}
          sending={adding.sending}
          onWrite={may ? () => box.current?.focus() : undefined}
          onCount={onCount}
        />
      </div>
      {may && (
        <div className={cn(className?.box ?? 'mt-4')}>
          <Composer among={among} adding={adding} box={box} />
        </div>
      )}
    </>
  )
}
