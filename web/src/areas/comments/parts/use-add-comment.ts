import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@throughline/contracts/comments'
import { useCallback, useState } from 'react'
import { addComment, type CommentSubject, commentsOfKey } from '../comments.api.ts'
import { commentsKey } from '../comments.keys.ts'
import { contentOf, type Draft, EMPTY } from './mentions.ts'

/** Half-written comments of this visit, found again after a look at another tab or task. */
const drafts = new Map<string, Draft>()

function useDraft(key: string) {
  const [state, setState] = useState({ key, draft: drafts.get(key) ?? EMPTY })
  const draft = state.key === key ? state.draft : (drafts.get(key) ?? EMPTY)
  const setDraft = useCallback(
    (change: Draft | ((before: Draft) => Draft)) => {
      const next = typeof change === 'function' ? change(drafts.get(key) ?? EMPTY) : change
      if (next.text === '') drafts.delete(key)
      else drafts.set(key, next)
      setState({ key, draft: next })
    },
    [key],
  )
  return [draft, setDraft] as const
}

type Pages = InfiniteData<{ data: Comment[]; pagination: { next_cursor: string | null } }, string>

/** A live refetch may have brought it before its own answer did. */
const withComment = (comment: Comment) => (old: Pages | undefined) => {
  if (!old || old.pages.some(({ data }) => data.some(({ id }) => id === comment.id))) return old
  const pages = old.pages.map((page, place) => (place === 0 ? { ...page, data: [comment, ...page.data] } : page))
  return { ...old, pages }
}

const joined = (first: Draft, second: Draft): Draft =>
  second.text.trim() === ''
    ? first
    : { text: `${first.text}\n\n${second.text}`, named: [...first.named, ...second.named] }

/** A comment shows at once; one that could not be added is words in the box again. */
export function useAddComment(subject: CommentSubject, viewer: string) {
  const queries = useQueryClient()
  const [draft, setDraft] = useDraft(`${viewer} ${subject.kind} ${subject.id}`)
  const adding = useMutation({
    mutationFn: ({ content }: { content: string; draft: Draft }) => addComment(subject, content),
    onSuccess: (comment) => {
      queries.setQueryData(commentsOfKey(subject), withComment(comment))
      void queries.invalidateQueries({ queryKey: commentsKey })
    },
    onError: (_, sent) => setDraft((now) => joined(sent.draft, now)),
  })
  const content = contentOf(draft)
  const send = () => {
    if (content === '' || adding.isPending) return
    adding.mutate({ content, draft })
    setDraft(EMPTY)
  }
  return {
    draft,
    setDraft,
    send,
    blank: content === '',
    /** What is on its way. */
    sending: adding.isPending ? adding.variables.content : undefined,
    error: adding.isError ? adding.error : undefined,
  }
}

export type AddingComment = ReturnType<typeof useAddComment>
