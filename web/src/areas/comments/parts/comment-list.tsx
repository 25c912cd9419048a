import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { type CommentSubject, commentsQuery, type NamedAmong } from '../comments.api.ts'
import { spec, texts } from '../comments.texts.ts'
import { CommentRow, CommentText } from './comment-row.tsx'

type CommentListProps = {
  subject: CommentSubject
  among: NamedAmong
  user: CurrentUser
  /** The words of one that is on its way. */
  sending?: string | undefined
  onWrite?: (() => void) | undefined
  onCount?: ((count: number) => void) | undefined
}

/** The newest last, above the box where one writes; earlier ones on demand. */
export function CommentList({ subject, among, user, sending, onWrite, onCount }: CommentListProps) {
  const list = useInfiniteQuery(commentsQuery(subject))
  const { data, hasNextPage } = list
  const comments = useMemo(() => data?.pages.flatMap((page) => page.data).toReversed(), [data])
  const count = comments && !hasNextPage ? comments.length : undefined
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])
  if (!comments && list.isError) return <QueryFailed query={list} title={spec.loadFailed} retryLabel={spec.retry} />
  if (!comments) return <CommentsLoading />
  if (comments.length === 0 && sending === undefined) return <NoComments kind={subject.kind} onWrite={onWrite} />
  return (
    <div className="space-y-3.5">
      {hasNextPage && (
        <Button size="sm" variant="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.earlier}
        </Button>
      )}
      <ul aria-label={texts.comments} className="space-y-3.5">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} among={among} />
        ))}
        {sending !== undefined && <OnItsWay user={user} content={sending} />}
      </ul>
    </div>
  )
}

function NoComments({ kind, onWrite }: { kind: CommentSubject['kind']; onWrite: (() => void) | undefined }) {
  if (kind !== 'instance') return <p className="text-fg-3">{spec.none.task}</p>
  return (
    <Empty
      icon={MessageSquare}
      title={spec.none.instance}
      action={onWrite && <Button onClick={onWrite}>{texts.write}</Button>}
    />
  )
}

function OnItsWay({ user, content }: { user: CurrentUser; content: string }) {
  return (
    <li className="flex gap-2.5">
      <Avatar name={user.name} src={user.photo ?? undefined} size={24} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-6 items-center gap-2">
          <span translate="no" dir="auto" className="font-medium">
            {user.name}
          </span>
          <span className="text-xs text-fg-3">{texts.sending}</span>
        </p>
        <CommentText content={content} faded />
      </div>
    </li>
  )
}

function CommentsLoading() {
  return (
    <Loading label={texts.loading} className="space-y-4">
      {['w-56', 'w-72', 'w-40'].map((width) => (
        <div key={width} className="flex gap-2.5">
          <Skeleton round className="size-6" />
          <div className="flex-1 space-y-2 pt-1">
            <Skeleton className="h-3 w-32" />
            <Skeleton className={`h-3 max-w-full ${width}`} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
