import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  addInstanceComment,
  addTaskComment,
  type Comment,
  editComment as edit,
  listInstanceComments,
  listMentionable,
  listTaskComments,
  removeComment as remove,
} from '@throughline/contracts/comments'
import type { Output } from '@throughline/contracts/endpoint'
import { api } from '../../api.ts'
import { commentsKey } from './comments.keys.ts'

const PAGE = 50

export type CommentSubject = { kind: 'task' | 'instance'; id: string }
export type Mentionable = Output<typeof listMentionable>['data'][number]

export const commentsOfKey = ({ kind, id }: CommentSubject) => [...commentsKey, kind, id]

/** Page after page, the newest first. */
export const commentsQuery = (subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentsOfKey(subject),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, cursor: pageParam || undefined }
      return subject.kind === 'task'
        ? api(listTaskComments, { params: { taskId: subject.id }, query }, { signal })
        : api(listInstanceComments, { params: { instanceId: subject.id }, query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

/** Whom a comment can name, those on the instance first. */
export const mentionableQuery = (instanceId: string, search: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'people', instanceId, search],
    queryFn: async ({ signal }) =>
      (await api(listMentionable, { params: { instanceId }, query: { search: search || undefined } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The same key for the same words: asking again after a lost answer says nothing twice. */
export async function addComment(subject: CommentSubject, content: string, idempotencyKey: string): Promise<Comment> {
  const body = { content }
  if (subject.kind === 'task') return api(addTaskComment, { params: { taskId: subject.id }, body }, { idempotencyKey })
  return (await api(addInstanceComment, { params: { instanceId: subject.id }, body }, { idempotencyKey })).data
}

export const editComment = (commentId: string, content: string) =>
  api(edit, { params: { commentId }, body: { content } })

export const removeComment = (commentId: string) => api(remove, { params: { commentId } })
